import { describe, expect, test } from "vitest";
import { choose, chooseDrawn, gif, stored, useContact } from "./support/photos.ts";
import { draw, turned } from "./support/draw.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();
const openContact = useContact(visit);

describe("a large photo is made smaller before it is sent", () => {
  test("though it is larger than the API takes", async () => {
    const { page } = await openContact();
    const picture = { width: 1800, height: 1200, type: "image/png", noise: true } as const;
    const { length } = await chooseDrawn(page, picture);
    expect(length).toBeGreaterThan(5 * 1024 * 1024);
    const { bytes, ...rest } = await stored(page);
    expect(rest).toMatchObject({ width: 1024, height: 683, type: "image/webp" });
    expect(bytes).toBeLessThan(1024 * 1024);
  });

  test("and stands upright, however the camera was held", async () => {
    const { page } = await openContact();
    const jpeg = await draw(page, { width: 2000, height: 1000, type: "image/jpeg" });
    await choose(page, turned(jpeg), "face.jpg", "image/jpeg");
    const found = await stored(page);
    expect(found).toMatchObject({ width: 512, height: 1024, type: "image/jpeg" });
    expect(found).toMatchObject({ above: "blue", below: "red" });
  });

  test("but never larger", async () => {
    const { page } = await openContact();
    // Two areas of one colour: nothing is as small as its PNG.
    const { length } = await chooseDrawn(page, { width: 1100, height: 4, type: "image/png" });
    expect((await stored(page)).bytes).toBeLessThanOrEqual(length);
  });

  test("and a small one stays as it is, byte for byte", async () => {
    const { page } = await openContact();
    const { length } = await chooseDrawn(page, { width: 200, height: 100, type: "image/jpeg" });
    expect(await stored(page)).toMatchObject({ width: 200, height: 100, bytes: length });
  });

  test("from a format that the API does not take", async () => {
    const { page } = await openContact();
    await choose(page, gif, "face.gif", "image/gif");
    expect(await stored(page)).toMatchObject({ width: 1, type: "image/webp" });
  });
});
