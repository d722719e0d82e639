import { cleanUp } from "../clean-up.ts";
import type { Contender } from "../contender.ts";
import { startDirectus } from "../contenders/directus.ts";
import { startParse } from "../contenders/parse.ts";
import { installPackages } from "../packages.ts";
import type { Seeded } from "../seed.ts";

export interface AlternativeContext {
  adminDatabaseUrl: string;
  folder: string;
  seeded: Seeded;
  progress(line: string): void;
}

type Start = (context: AlternativeContext) => Promise<Contender>;

/** What people would pick instead. One that cannot be started here is left out, and why is told. */
export async function startAlternatives(
  context: AlternativeContext,
): Promise<{ contenders: Contender[]; skipped: string[] }> {
  const starts: [name: string, start: Start][] = [
    ["Parse Server", startParse],
    ["Directus", startDirectus],
  ];
  const skipped: string[] = [];
  const installed = installPackages(context.progress);
  const started = await Promise.all(starts.map(async ([name, start]) => {
    try {
      await installed;
      context.progress(`starting ${name}`);
      const contender = await start(context);
      return [{ ...contender, stop: cleanUp(() => contender.stop()) }];
    } catch (error) {
      skipped.push(`${name}: ${(error as Error).message}`);
      context.progress(`${name} is left out: ${(error as Error).message}`);
      return [];
    }
  }));
  return { contenders: started.flat(), skipped };
}
