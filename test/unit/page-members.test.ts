import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { project } from "../../local/core/settings.ts";
import type { Json } from "../support/client.ts";
import { document } from "../support/contract.ts";

const forPrograms = "of use to programs";
const isEveryones = "null for everybody who is signed in";
const asApiKey = "the list of keys shows it, as ApiKey";

/** What the settings page does not show: by schema of the API, each member with the reason. */
const notShown: Record<string, Record<string, string>> = {
  Network: { createdAt: forPrograms, updatedAt: forPrograms },
  Note: {
    contactId: "contactIds are shown",
    createdAt: "occurredAt is shown",
    updatedAt: forPrograms,
  },
  Field: { createdAt: forPrograms, updatedAt: forPrograms, position: "the order says it" },
  NoteType: { createdAt: forPrograms, updatedAt: forPrograms },
  Reminder: {
    contactId: "contactIds are shown",
    createdAt: "dueAt is shown",
    updatedAt: forPrograms,
  },
  Contact: { snoozedUntil: "nextContactOn is shown" },
  Relationship: Object.fromEntries(
    "contactId sentence inverseLabel startedOn".split(" ")
      .map((name) => [name, "kind and name say it, in the language of the page"]).concat(
        "note createdAt updatedAt".split(" ").map((name) => [name, forPrograms]),
      ),
  ),
  Profile: {
    createdAt: "people know since when they have their account",
    updatedAt: forPrograms,
    scopes: isEveryones,
    networkIds: isEveryones,
    expiresAt: isEveryones,
    digestDays: forPrograms,
    leadDays: forPrograms,
  },
  Channel: {
    createdAt: forPrograms,
    updatedAt: forPrograms,
    events: forPrograms,
    withNames: forPrograms,
    failingSince: "the last error is shown",
  },
  Activity: {
    operation: "the summary says it in words",
    requestId: "for whoever reads logs",
  },
  UndoResult: {
    dryRun: "the page knows what it asked for",
    hasMore: "the client sends a request again until all is done",
    summary: "the names of what was undone are shown",
  },
  ImportRow: { relationships: "the page of the contact shows them" },
  ReadCalendar: { createdAt: forPrograms, updatedAt: forPrograms, ownAddresses: forPrograms },
  Upcoming: { timezone: "the profile shows it" },
  Duplicate: { score: "the order and the evidence say it" },
  MergedContact: { dryRun: "the page knows what it asked for" },
  ApiKey: { updatedAt: forPrograms },
  Connection: { updatedAt: forPrograms },
  CreatedApiKey: {
    id: forPrograms,
    networkIds: asApiKey,
    keyPrefix: asApiKey,
    createdAt: asApiKey,
    updatedAt: forPrograms,
    expiresAt: asApiKey,
    lastOperation: asApiKey,
    lastRefusal: asApiKey,
    lastUsedAt: asApiKey,
  },
};

/** Schemas of which the page shows nothing at all. */
const schemasNotShown: Record<string, string> = {
  AccountExport: "the page saves it as a file",
  ContactExport: "the page saves it as a file",
  Import: "the client's fromFile reads it, part by part, and gives the page the sum",
  AppliedImport: "the client's fromFile reads it, part by part, and gives the page the sum",
  CreatedCalendar: "the page reads the URL, and the rest from GET /me/calendar",
  ChangedResource: "for copies elsewhere",
  CreatedInbox: "for whoever has a mail provider",
  Inbox: "for whoever has a mail provider",
  Meeting: "the page reads those of Upcoming",
  PushKey: "the page reads it to subscribe the browser, and shows nothing of it",
  Webhook: "for programs",
  CreatedWebhook: "for programs",
  ContactBulkResult: "the page changes one contact at a time",
  ReminderBulkResult: "the page changes one reminder at a time",
  NoteWithReminder: "the page makes notes and reminders by themselves",
  ContactDetails: "the page reads notes and reminders by themselves",
  Delivery: "the page says when the last one was, or why it failed",
  Health: "for whoever watches the service",
  PhotoUpload: "the client uses it to upload a photo",
};

/** The members of each schema of the API that the settings page reads, by the schema's name. */
function membersReadByPage(): Map<string, Set<string>> {
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
    } else if (ts.isElementAccessExpression(node)) {
      const index = checker.getTypeAtLocation(node.argumentExpression);
      const of = checker.getTypeAtLocation(node.expression);
      for (const literal of index.isUnion() ? index.types : [index]) {
        if (literal.isStringLiteral()) note(of.getProperty(literal.value));
      }
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

/** What the API answers, against what the source of the settings page reads of it. */
const { schemas } = document.components;
const read = membersReadByPage();

const nameOf = (schema: Json): string | undefined => schema?.$ref?.split("/").pop();

/** The schemas of resources: those of answers to requests that succeed, and for lists those of their items. */
const resources = [
  ...new Set(
    Object.values<Json>(document.paths)
      .flatMap((methods) => Object.values<Json>(methods))
      .flatMap(({ responses }) => [responses["200"], responses["201"]])
      .map((answer) => nameOf(answer?.content?.["application/json"]?.schema))
      .filter((name) => name !== undefined)
      .map((name) => nameOf(schemas[name].properties?.data?.items) ?? name)
      // Where a client chooses the members of items; the page takes them all.
      .map((name) => name.replace(/^Partial/, "")),
  ),
].sort();

const membersOf = (name: string) => Object.keys(schemas[name].properties);
const shown = resources.filter((name) => !(name in schemasNotShown));

describe("the settings page", () => {
  it("knows every resource of the API, or schemasNotShown says why not", () => {
    expect(shown.filter((name) => !read.has(name))).toEqual([]);
    const known = [...Object.keys(notShown), ...Object.keys(schemasNotShown)];
    expect(known.filter((name) => !resources.includes(name))).toEqual([]);
  });

  it.each(shown)("shows each member of %s, or notShown says why not", (name) => {
    const missing = membersOf(name).filter((member) => !read.get(name)?.has(member));
    expect(missing.sort()).toEqual(Object.keys(notShown[name] ?? {}).sort());
  });
});
