import { expect, it } from "vitest";
import { inChangedProject } from "./changed-project.ts";
import { derivedColumn, fieldComment, fieldPlaces, fieldTests } from "./new-field.ts";
import { resourceBehaviour, resourcePlaces, resourceTests } from "./new-resource.ts";

it(
  "a new text of contacts takes four places and a new resource eight, and both go wherever others go",
  async () => {
    expect(fieldPlaces.length).toBeLessThanOrEqual(4);
    expect(resourcePlaces.length).toBeLessThanOrEqual(8);
    const places = [...fieldPlaces, fieldComment, ...derivedColumn, ...resourcePlaces];
    // One copy for both: building it and starting its stack takes most of the time.
    await inChangedProject(async (copy) => {
      for (const place of [...places, await resourceBehaviour()]) await copy.write(place);
      await copy.try("gifts_and_shoe_size", [...fieldTests, ...resourceTests]);
    });
  },
  // Minutes on a busy machine.
  1_800_000,
);
