// Bundles the function with its packages.
import { rename, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { build } from "vite";
import { project } from "../../local/core/settings.ts";

/**
 * Writes the function as it is deployed: few files with its packages in them, so that the platform resolves none. What
 * runs there are the versions that were tested, also of what packages need, and a cold start reads a dozen files and not
 * hundreds.
 * @param folder where `index.ts` and `deno.json` go, which the CLI asks for
 * @param licenses where the licenses of the packages go, for whoever passes them on
 */
export async function bundleFunction(
  folder: string,
  from = project,
  licenses?: string,
): Promise<void> {
  const outDir = join(folder, "bundle");
  await build({
    configFile: false,
    logLevel: "error",
    root: from,
    ssr: { noExternal: true },
    // Packages name Node's modules as Node alone understands them.
    resolve: {
      alias: builtinModules.map((name) => ({
        find: new RegExp(`^${name}$`),
        replacement: `node:${name}`,
      })),
    },
    build: {
      ssr: "functions/kith/index.ts",
      outDir,
      emptyOutDir: true,
      ...(licenses && { license: { fileName: "licenses.md" } }),
      // Errors in the log name the functions of the source.
      minify: false,
      target: "esnext",
      rolldownOptions: {
        external: [/^node:/],
        // Globals of Node are there for packages, but not for what is beside them.
        transform: {
          inject: {
            Buffer: ["node:buffer", "Buffer"],
            process: ["node:process", "default"],
            setImmediate: ["node:timers", "setImmediate"],
          },
          define: { global: "globalThis" },
        },
        output: { entryFileNames: "index.js", chunkFileNames: "[name]-[hash].js" },
      },
    },
  });
  if (licenses) await rename(join(outDir, "licenses.md"), licenses);
  await writeFile(join(folder, "index.ts"), 'import "./bundle/index.js";\n');
  await writeFile(join(folder, "deno.json"), "{}\n");
}
