import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { unavailable } from "./support/failing.ts";
import { choose, chooseDrawn, gif, hasPhoto, png, stored, useContact } from "./support/photos.ts";
import { draw, type Picture } from "./support/draw.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();
const openContact = useContact(visit);

async function slowly(page: Page, uploadThroughput: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput,
  });
}

/** Incompressible: about 700 kB where it is made smaller. */
const large: Picture = { width: 1024, height: 1024, type: "image/png", noise: true };

describe("a photo", () => {
  test("is uploaded under the eyes of who waits, shown, and removed again", async () => {
    const opened = await openContact();
    const { page } = opened;
    const picture = await draw(page, large);
    await slowly(page, 300 * 1024);
    await choose(page, picture);
    const bar = page.getByRole("progressbar", { name: "Upload of the photo" });
    await bar.waitFor();
    await page.waitForFunction(() => {
      const value = document.querySelector("progress")?.value ?? 0;
      return value > 0 && value < 100;
    });
    await page.getByRole("button", { name: "Change photo" }).waitFor();
    const image = page.locator("img.avatar");
    await page.waitForFunction(() => document.querySelector("img")?.naturalWidth === 1024);
    expect(await hasPhoto(opened)).toBe(true);
    await page.getByRole("link", { name: "All contacts" }).click();
    await page.locator(".contact-row img.avatar").waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Remove photo" }).click();
    await page.getByRole("button", { name: "Add photo" }).waitFor();
    await expect.poll(() => image.count()).toBe(0);
    await page.getByText("The photo of Ana is removed.").waitFor();
    await page.locator(".toast").last().getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Change photo" }).waitFor();
    expect(await hasPhoto(opened)).toBe(true);
  });

  test("can be stopped while it is under way", async () => {
    const opened = await openContact();
    const { page } = opened;
    const picture = await draw(page, large);
    await slowly(page, 64 * 1024);
    await choose(page, picture);
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Add photo" }).waitFor();
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
    expect(await hasPhoto(opened)).toBe(false);
  });

  test("that the browser cannot read is told before it is sent", async () => {
    const { page } = await openContact();
    const sent: string[] = [];
    page.on("request", (request) => sent.push(request.url()));
    await choose(page, png, "notes.txt", "text/plain");
    await page.getByText(/^The photo of Ana is changed/).waitFor();
    sent.length = 0;
    for (const name of ["notes.txt", "face.png"]) {
      await choose(page, Buffer.from("not a photo at all"), name);
      await page.getByText("This file cannot be used").waitFor();
    }
    await choose(page, Buffer.from("....ftypheic"), "IMG_0001.HEIC", "image/heic");
    await page.getByText("This browser cannot open HEIC photos.").waitFor();
    expect(sent).toEqual([]);
  });

  test("whose bytes are none after all is refused by the API, and the page says why", async () => {
    const { page, expectOnConsole } = await openContact();
    expectOnConsole(/status of 400/);
    // Small enough to be sent as it is, and a format that browsers know.
    await choose(page, gif);
    await expect.poll(() => page.getByRole("alert").textContent()).toMatch(/photo|JPEG|image/i);
    await page.getByRole("button", { name: "Add photo" }).waitFor();
  });

  test("is kept when it cannot be sent, and sent again on demand", async () => {
    const opened = await openContact();
    const { page, expectOnConsole } = opened;
    expectOnConsole(/status of 503/);
    for (
      const [step, said] of [
        [/\/photo-upload$/, "The database is away."],
        [/\/storage\/v1\//, "The photo was not accepted (503)."],
      ] as const
    ) {
      await page.route(step, unavailable);
      await (said.startsWith("The database")
        ? chooseDrawn(page, { width: 2000, height: 1000, type: "image/png" })
        : page.getByRole("button", { name: "Try again" }).click());
      await page.getByText(said).waitFor();
      expect(await hasPhoto(opened)).toBe(false);
      await page.unroute(step);
    }
    await page.getByRole("button", { name: "Try again" }).click();
    expect(await stored(page)).toMatchObject({ width: 1024, height: 512 });
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
  });
});
