import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript";

/** One import of a module: `type` is gone when it runs, `dynamic` is `import()`. */
export interface Import {
  /** A path below the folder for a module of ours, otherwise the specifier: `hono/cors`, `node:path`. */
  target: string;
  kind: "static" | "dynamic" | "type";
}

/** What each TypeScript module below a folder imports or exports again, by its path there. */
export function readImports(folder: string): Map<string, Import[]> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => /\.tsx?$/.test(name));
  return new Map(names.map((name) => {
    const source = ts.createSourceFile(
      name,
      readFileSync(join(folder, name), "utf8"),
      ts.ScriptTarget.Latest,
    );
    const found = importsIn(source).map(({ target, kind }) => ({
      target: target.startsWith(".") ? posix.join(posix.dirname(name), target) : target,
      kind,
    }));
    return [name, found];
  }));
}

function importsIn(node: ts.Node): Import[] {
  const found: Import[] = [];
  const note = (specifier: ts.Node | undefined, kind: Import["kind"]) => {
    if (specifier && ts.isStringLiteralLike(specifier)) {
      found.push({ target: specifier.text, kind });
    }
  };
  const visit = (each: ts.Node): void => {
    if (ts.isImportDeclaration(each)) {
      note(each.moduleSpecifier, each.importClause?.isTypeOnly ? "type" : "static");
    } else if (ts.isExportDeclaration(each)) {
      note(each.moduleSpecifier, each.isTypeOnly ? "type" : "static");
    } else if (ts.isCallExpression(each) && each.expression.kind === ts.SyntaxKind.ImportKeyword) {
      note(each.arguments[0], "dynamic");
    } else if (ts.isImportTypeNode(each) && ts.isLiteralTypeNode(each.argument)) {
      note(each.argument.literal, "type");
    }
    ts.forEachChild(each, visit);
  };
  visit(node);
  return found;
}
