import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = new URL("../../", import.meta.url);

/**
 * The function as fewer files, in a folder of the project, where Deno finds the packages that are not in them.
 * @param withPackages whether the packages are in them
 * @param oneFile whether what is loaded later is in the same file
 * @returns the file to start
 */
export async function bundleFunction(withPackages: boolean, oneFile: boolean): Promise<URL> {
  const folder = `supabase/.temp/bundle-${withPackages ? "whole" : "own"}-${
    oneFile ? "one" : "several"
  }/`;
  const outDir = new URL(folder, root);
  const packages = /^(hono|zod|pg|jose|@modelcontextprotocol\/server)(\/|$)/;
  await build({
    configFile: false,
    logLevel: "error",
    root: fileURLToPath(root),
    ssr: withPackages ? { noExternal: true } : {},
    build: {
      ssr: fileURLToPath(new URL("functions/kith/index.ts", root)),
      outDir: fileURLToPath(outDir),
      emptyOutDir: true,
      minify: false,
      target: "esnext",
      rolldownOptions: {
        external: withPackages ? [/^node:/] : [/^node:/, packages],
        output: { entryFileNames: "index.js", codeSplitting: !oneFile },
      },
    },
  });
  return new URL("index.js", outDir);
}
