import { manage, type ManagedProject } from "./management-api.ts";
import { names } from "./names.ts";

const schema = names.exposedSchema;

/**
 * Adds the schema `kith` to those that the project's PostgREST serves, and keeps the others. Uses the Management API,
 * because the CLI can only replace the whole list.
 * @returns all exposed schemas, in their order
 * @throws an error in one line when there is no access token, and when the API refuses
 */
export async function exposeSchema(project: ManagedProject): Promise<string[]> {
  const send = async (what: string, change?: object) => {
    const answer = await manage(project, "/postgrest", change);
    if (!answer) {
      throw new Error(
        "To expose the schema, set SUPABASE_ACCESS_TOKEN (dashboard: Account, Access Tokens): the login of the CLI is in the system's keyring, which cannot be read.",
      );
    }
    if ("data" in answer) return answer.data as { db_schema: string };
    throw new Error(
      `The exposed schemas cannot be ${what} (${answer.status}). Add ${schema} in the dashboard: Settings, Data API.`,
    );
  };
  const { db_schema } = await send("read");
  const exposed = db_schema.split(",").map((name) => name.trim()).filter((name) => name);
  if (exposed.includes(schema)) return exposed;
  const schemas = [...exposed, schema];
  await send("changed", { db_schema: schemas.join(",") });
  return schemas;
}
