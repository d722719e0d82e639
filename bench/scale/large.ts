import type { Goal, SectionContext, SectionResult } from "../section.ts";
import { median, spread } from "../statistics.ts";
import { lists } from "./calls.ts";
import { compare, effortOf } from "./compare.ts";
import type { ScaleStack } from "./data.ts";
import type { ChannelPair } from "./ordinary.ts";
import { deepPages, type Depth, sideOf } from "./sides.ts";

/** The promise: an answer takes at most this many times what the same answer takes for an ordinary owner. */
const promise = { atMost: 10 };

const depths: Depth[] = ["first", "middle", "last"];

/** Who has fifty times as much, beside ordinary owners of the same database; each at a page of their own. */
export async function largeOwner(
  full: ScaleStack,
  ways: Pick<ChannelPair, "name" | "full">[],
  { quick, progress }: SectionContext,
): Promise<Pick<SectionResult, "tables" | "goals">> {
  const large = [full.seeded.large!];
  const ordinary = full.seeded.owners.slice(0, quick ? 3 : 10);
  const goals: Goal[] = [];
  const tables: SectionResult["tables"] = [];
  for (const { name: way, full: channel } of ways) {
    const rows: string[][] = [];
    for (const [name, make] of Object.entries(lists(full.now))) {
      const pagesAt = await deepPages(channel, [...ordinary, ...large], make);
      for (const depth of depths) {
        const pages = pagesAt(depth);
        const result = await compare(
          [sideOf(channel, ordinary, pages), sideOf(channel, large, pages)],
          effortOf(quick),
        );
        const ratios = result.ratios[1]!;
        const measured = median(ratios);
        const times = result.milliseconds.map((value) => value.toFixed(2));
        rows.push([name, depth, ...times, measured.toFixed(2)]);
        const words =
          `scale: ${name}, ${depth} page, ${way}, the large owner, of an ordinary owner's`;
        // What the database alone does is told; what is answered, over HTTP, is what was promised.
        const promised = way === "over HTTP" ? promise : {};
        goals.push({ name: words, measured, spread: spread(ratios), unit: "×", ...promised });
        progress(`scale: large owner, ${way}: ${name}, ${depth} page ${measured.toFixed(2)} ×`);
      }
    }
    tables.push({
      caption: `The large owner, ${way}`,
      columns: ["", "page", "ordinary owners, ms", "large owner, ms", "large ÷ ordinary"],
      rows,
    });
  }
  return { goals, tables };
}
