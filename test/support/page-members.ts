import { join } from "node:path";
import ts from "typescript";
import { project } from "../../supabase/local/core/settings.ts";

/** The members of each schema of the API that the settings page reads, by the schema's name. */
export function membersReadByPage(): Map<string, Set<string>> {
  const config = join(project, "web", "tsconfig.json");
  const { fileNames, options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, ts.sys.readFile).config,
    ts.sys,
    join(project, "web"),
  );
  const program = ts.createProgram(fileNames, options);
  const checker = program.getTypeChecker();
  const read = new Map<string, Set<string>>();

  const note = (symbol: ts.Symbol | undefined) => {
    for (const declaration of symbol?.declarations ?? []) {
      const schema = schemaOf(declaration);
      if (!schema) continue;
      if (!read.has(schema)) read.set(schema, new Set());
      read.get(schema)!.add(symbol!.name);
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) note(checker.getSymbolAtLocation(node.name));
    else if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const name = (node.propertyName ?? node.name).getText();
      note(checker.getTypeAtLocation(node.parent).getProperty(name));
    }
    ts.forEachChild(node, visit);
  };
  for (const name of fileNames) visit(program.getSourceFile(name)!);
  return read;
}

/** The name of the schema of the API's types that a member is declared in; undefined for every other member. */
function schemaOf(declaration: ts.Declaration): string | undefined {
  if (!declaration.getSourceFile().fileName.endsWith("/client/src/schema.ts")) return undefined;
  const schema = declaration.parent.parent;
  const list = schema?.parent?.parent;
  if (!schema || !ts.isPropertySignature(schema) || !list || !ts.isPropertySignature(list)) {
    return undefined;
  }
  return list.name.getText() === "schemas" ? schema.name.getText() : undefined;
}
