import type { Stack } from "./stack.ts";

/** What `npm start` prints once everything is ready. */
export function welcome(stack: Stack, milliseconds: number): string {
  const { demo } = stack;
  const base = `${stack.url}/functions/v1/kith/api/v1`;
  const rows: [string, string | undefined][] = [
    ["Settings page", stack.pageFailure ? `missing: ${stack.pageFailure}` : stack.url],
    ["API", base],
    ["Reference", `${stack.url}/reference`],
    ["Supabase", stack.url],
    ["Publishable key", stack.publishableKey],
    ["Secret key", stack.secretKey],
    ["Database", stack.databaseUrl],
    ["Demo account", demo?.login && `${demo.login.email} / ${demo.login.password}`],
    ["API key", demo?.apiKey],
  ];
  const lines = rows.filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  ${name.padEnd(16)}${value}`);
  const next = demo?.apiKey
    ? `Try it:\n\n  curl -H "Authorization: Bearer ${demo.apiKey}" "${base}/contacts"\n`
    : "Create an API key on the settings page.\n";
  return [
    `\nKith is ready (${(milliseconds / 1000).toFixed(1)} s). Ctrl-C stops it.\n`,
    ...lines,
    "",
    next,
  ].filter((line) => line !== undefined).join("\n");
}
