import { describe, expect, test } from "vitest";
import { orThrow } from "../../client/src/index.ts";
import { newPerson } from "./support/account.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

async function openContact() {
  const person = await newPerson();
  const { id } = await orThrow(person.kith.POST("/contacts", { body: { firstName: "Ana" } }));
  const visited = await visit({ person });
  await visited.page.getByRole("link", { name: /Ana/ }).click();
  await visited.page.getByRole("button", { name: "Add photo" }).waitFor();
  return { person, id, ...visited };
}

/** The smallest PNG there is, made as long as is asked for. */
function png(bytes = 0): { name: string; mimeType: string; buffer: Buffer } {
  const image = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const buffer = Buffer.concat([image, Buffer.alloc(Math.max(0, bytes - image.length))]);
  return { name: "face.png", mimeType: "image/png", buffer };
}

describe("a photo", () => {
  test("is uploaded under the eyes of who waits, shown, and removed again", async () => {
    const { page, person, id } = await openContact();
    // Slow enough to be seen: 4 MB at 2 MB a second.
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 2 * 1024 * 1024,
    });
    await page.getByLabel("Photo", { exact: true }).setInputFiles(png(4 * 1024 * 1024));
    const bar = page.getByRole("progressbar", { name: "Upload of the photo" });
    await bar.waitFor();
    await page.waitForFunction(() => {
      const value = document.querySelector("progress")?.value ?? 0;
      return value > 0 && value < 100;
    });
    await page.getByRole("button", { name: "Change photo" }).waitFor();
    const image = page.locator("img.avatar");
    await page.waitForFunction(() => document.querySelector("img")?.naturalWidth === 1);
    expect(
      (await orThrow(person.kith.GET("/contacts/{id}", { params: { path: { id } } }))).hasPhoto,
    )
      .toBe(true);
    await page.getByRole("link", { name: "All contacts" }).click();
    await page.locator(".contact-row img.avatar").waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Remove photo" }).click();
    await page.getByRole("button", { name: "Add photo" }).waitFor();
    await expect.poll(() => image.count()).toBe(0);
  });

  test("can be stopped while it is under way", async () => {
    const { page, person, id } = await openContact();
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 256 * 1024,
    });
    await page.getByLabel("Photo", { exact: true }).setInputFiles(png(4 * 1024 * 1024));
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Add photo" }).waitFor();
    expect(
      (await orThrow(person.kith.GET("/contacts/{id}", { params: { path: { id } } }))).hasPhoto,
    )
      .toBe(false);
  });

  test("that is none, or too large, is told before it is sent", async () => {
    const { page } = await openContact();
    const sent: string[] = [];
    page.on("request", (request) => sent.push(request.url()));
    const input = page.getByLabel("Photo", { exact: true });
    await input.setInputFiles({ ...png(), name: "notes.txt", mimeType: "text/plain" });
    await page.getByText("This file cannot be used").waitFor();
    await input.setInputFiles(png(5 * 1024 * 1024 + 1));
    await page.getByText("the limit is 5 MB").waitFor();
    expect(sent).toEqual([]);
  });

  test("whose bytes are none after all is refused by the API, and the page says why", async () => {
    const { page, expectOnConsole } = await openContact();
    expectOnConsole(/status of 400/);
    const buffer = Buffer.from("not a photo at all");
    await page.getByLabel("Photo", { exact: true })
      .setInputFiles({ name: "face.png", mimeType: "image/png", buffer });
    await expect.poll(() => page.getByRole("alert").textContent()).toMatch(/photo|JPEG|image/i);
    await page.getByRole("button", { name: "Add photo" }).waitFor();
  });
});
