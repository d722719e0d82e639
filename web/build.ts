/**
 * `npm run build:web`: builds the settings page as static files for any host, in web/dist/ or the
 * folder in the first argument.
 *
 * KITH_PROJECT_URL      URL of the Supabase project
 * KITH_PUBLISHABLE_KEY  its publishable key
 */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describeError, printUsageIfAsked } from "../local/core/command.ts";
import { withSettings } from "./settings.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

const usage = `npm run build:web [-- <folder>]

Builds the settings page as static files for any host, in web/dist/ or the given folder. See docs/settings-page.md.

  KITH_PROJECT_URL      URL of the Supabase project
  KITH_PUBLISHABLE_KEY  its publishable key`;

/** The page, and the same page where Supabase Auth's OAuth server sends people for their consent. */
export const pages = ["index.html", "oauth/consent/index.html"];

/**
 * Passkeys and wallets in Auth's client: the page asks the browser itself for passkeys and has no wallets, and no bundler can leave out
 * what the client's methods name.
 */
const uncalled = /\/auth-js\/.*\/lib\/(webauthn|web3\/ethereum)\.js$/;

/**
 * Methods that the page never calls: those for administrators, of whom signing out needs one alone, other ways to sign in, and what
 * `detectSessionInUrl` and `autoRefreshToken` switch on.
 */
const uncalledMethods: Record<string, RegExp> = {
  GoTrueAdminApi: /^( {4}(?:async )?(?!constructor|signOut\b)\w+)\([^)]*\) \{\n.*?^ {4}\}$/gms,
  GoTrueClient:
    /^( {4}(?:async )?(?:_acquireLock|_getAuthenticatorAssuranceLevel|fetchJwk|registerPasskey|linkIdentity\w+|_getSessionFromURL|_getUrlForProvider|_handleProviderSignIn|_updatePasskey|_startAutoRefresh|_stopAutoRefresh|_removeVisibilityChangedCallback|_autoRefreshTokenTick|_isImplicitGrantCallback|_isPKCECallback))\([^)]*\) \{\n.*?^ {4}\}$/gms,
};

/** Further ones, which the client itself does not name either, so that nothing has to stand in their place. */
const unnamed =
  /^ {4}(?:async )?(?:signIn(?!WithPassword\b)\w+|resend|getUserIdentities|getClaims|(?:un)?linkIdentity|dispose)\([^)]*\) \{\n.*?^ {4}\}$/gms;

/**
 * Functions that nothing calls: no parameter of the API is an object, and the session is kept in one storage of the browser, not in two or on
 * a server.
 */
const uncalledFunctions =
  /^((?:export )?function (?:serializeObjectParam|userNotAvailableProxy|insecureUserWarningProxy))\([^)]*\) \{\n.*?^\}$/gms;
const withUncalledFunctions = [
  "/openapi-fetch/dist/index.mjs",
  "/auth-js/dist/module/lib/helpers.js",
];

/** What the client says where `debug` is set, and of a second client, of which the page has none with the same storage. */
const debugging =
  /^ *this\._debug\(.*\);$|^ {8}if \(this\.instanceID > 0 && isBrowser\(\)\) \{\n[^]*?^ {8}\}$/gm;

/** A resource of the client with its methods, one a request of the API, and where it is made. */
const clientResource = /^export class (\w+)Methods extends Resource \{\n.*?^\}$/gms;
const clientMethod = /^ {2}(\w+)\([^\n]*\{\n.*?^ {2}\}$/gms;
const clientMember = /^ {4}this\.(\w+) = new \w+Methods\(api\);$/gm;

/** Which methods the page and the client's other modules name: `notes.create` of a resource, and of anything else `.update`. */
async function calledMethods(resources: Set<string>): Promise<Set<string>> {
  const called = new Set<string>();
  for (const folder of [join(root, "src"), join(root, "../client/src")]) {
    for (const name of await readdir(folder, { recursive: true })) {
      if (!/\.tsx?$/.test(name) || /^(resources|schema|types)\.ts$/.test(name)) continue;
      const source = await readFile(join(folder, name), "utf8");
      const tokens = source.match(/\w+|[^\s\w]/g) ?? [];
      for (const [at, token] of tokens.entries()) {
        if (token !== ".") continue;
        const whose = tokens[tokens[at - 1] === "?" ? at - 2 : at - 1]!;
        called.add(resources.has(whose) ? `${whose}.${tokens[at + 1]}` : `.${tokens[at + 1]}`);
      }
    }
  }
  return called;
}

/** The client without the methods that nobody calls. */
async function withoutUncalledMethods(source: string): Promise<string> {
  const resources = new Set([...source.matchAll(clientMember)].map(([, name]) => name!));
  const named = await calledMethods(resources);
  return source.replaceAll(clientResource, (text, name: string) => {
    const own = name[0]!.toLowerCase() + name.slice(1);
    return text.replaceAll(
      clientMethod,
      (text, method) => named.has(`${own}.${method}`) || named.has(`.${method}`) ? text : "",
    );
  }).replaceAll(clientMember, (text, name: string) => named.has(`.${name}`) ? text : "");
}

/** Empties these methods, and puts an empty class in the place of each export of the others, which saves 8 kB. */
const withoutUncalled = {
  name: "without-uncalled",
  async load(id: string) {
    if (id.endsWith("/client/src/resources.ts")) {
      return await withoutUncalledMethods(await readFile(id, "utf8"));
    }
    const name = basename(id, ".js");
    if (Object.hasOwn(uncalledMethods, name)) {
      return (await readFile(id, "utf8")).replaceAll(unnamed, "")
        .replaceAll(uncalledMethods[name]!, "$1() {}")
        .replaceAll(debugging, "");
    }
    if (withUncalledFunctions.some((path) => id.endsWith(path))) {
      return (await readFile(id, "utf8")).replaceAll(uncalledFunctions, "$1() {}");
    }
    if (!uncalled.test(id)) return null;
    const source = await readFile(id, "utf8");
    const names = [...source.matchAll(/^export (?:async )?(?:class|const|function) (\w+)/gm)];
    return `class Uncalled {}
export { ${names.map(([, name]) => `Uncalled as ${name}`).join()} };`;
  },
};

/**
 * Modules that are one chunk, with what they import: by themselves they were chunks of a few bytes, which together weigh 2 kB more. They are
 * what the first view has, and the forms that it opens.
 */
const inFirstChunk =
  /\/web\/src\/(?:shell\/(?:view|opened)|notes\/(?:compose|talk)|base\/(?:places|save-file)|session|sign-in|contacts\/(?:details|form|list\/place)|welcome|networks|compose|reminders\/reminder-|activity\/activity-row|notices\/push)/;

/** Builds the page into a folder, without its settings. */
export async function buildPage(folder: string): Promise<void> {
  // Imported here, because loading Vite is slow and most starts do not build.
  const { build } = await import("vite");
  await build({
    root,
    configFile: false,
    envDir: false,
    // Relative, so that the page can be in any folder of a host.
    base: "./",
    logLevel: "warn",
    // The same wherever it is built: with NODE_ENV=test scripts would name the files of this machine.
    oxc: { jsx: { development: false } },
    plugins: [withoutUncalled],
    resolve: { alias: { "@kith/client": join(root, "../client/src/index.ts") } },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: "es2022",
      license: { fileName: "assets/licenses.md" },
      // Only old browsers need the polyfill.
      modulePreload: { polyfill: false },
      // The content-security policy forbids data: URLs in the style sheet.
      assetsInlineLimit: 0,
      // The texts of a language, of which a browser loads one at most.
      rollupOptions: {
        output: {
          codeSplitting: { groups: [{ name: "first", test: inFirstChunk }] },
          chunkFileNames: ({ facadeModuleId }) =>
            `assets/${
              facadeModuleId?.startsWith(join(root, "src/texts")) ? "language-" : ""
            }[name]-[hash].js`,
        },
      },
    },
  });
  await buildWorker(folder);
  const [page, consent] = pages.map((name) => join(folder, name)) as [string, string];
  await mkdir(dirname(consent), { recursive: true });
  await writeFile(consent, (await readFile(page, "utf8")).replaceAll('="./', '="../../'));
}

/** Adds the service worker, which names all files of the build; they are hashed, so another build has another worker. */
async function buildWorker(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();
  const hash = createHash("sha256");
  for (const name of files) hash.update(`${name}\0`).update(await readFile(join(folder, name)));
  const { build } = await import("vite");
  await build({
    root,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: "warn",
    define: {
      kithFiles: JSON.stringify(
        files.filter((name) => name !== "index.html" && !name.endsWith(".md")),
      ),
      kithVersion: JSON.stringify(hash.digest("hex").slice(0, 16)),
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: "es2022",
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: join(root, "worker/worker.ts"),
        output: { format: "iife", entryFileNames: "worker.js" },
      },
    },
  });
}

async function main(): Promise<void> {
  const folder = resolve(process.argv[2] ?? join(root, "dist"));
  const settings = {
    projectUrl: process.env["KITH_PROJECT_URL"] ?? "",
    publishableKey: process.env["KITH_PUBLISHABLE_KEY"] ?? "",
  };
  // Checks the settings before the build.
  withSettings("<!-- settings -->", settings);
  await buildPage(folder);
  for (const name of pages) {
    const page = join(folder, name);
    await writeFile(page, withSettings(await readFile(page, "utf8"), settings));
  }
  console.log(`The page for ${settings.projectUrl} is in ${folder}.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  printUsageIfAsked(usage);
  main().catch((error: Error) => {
    console.error(`kith: ${describeError(error)}`);
    process.exitCode = 1;
  });
}
