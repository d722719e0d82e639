import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { readDimensions } from "../../functions/kith/contacts/photos/image.ts";
import { people } from "./support/account.ts";
import { unavailable } from "./support/acts.ts";
import { open } from "./support/visit.ts";

interface Picture {
  width: number;
  height: number;
  type: "image/png" | "image/jpeg";
  /** Of random dots, so that it is large in every format. */
  noise?: boolean;
}

/** A picture, drawn by the browser: blue on the left, red on the right, or of random dots. */
async function draw(page: Page, picture: Picture): Promise<Buffer> {
  const url = await page.evaluate(async ({ width, height, type, noise }) => {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d")!;
    for (const [at, colour] of ["blue", "red"].entries()) {
      context.fillStyle = colour;
      context.fillRect(at * width / 2, 0, width / 2, height);
    }
    if (noise) {
      const image = context.createImageData(width, height);
      for (let at = 0; at < image.data.length; at++) {
        image.data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
      }
      context.putImageData(image, 0, 0);
    }
    const blob = await canvas.convertToBlob({ type, quality: 1 });
    const reader = new FileReader();
    reader.readAsDataURL(blob);
    await new Promise((resolve) => reader.onload = resolve);
    return reader.result as string;
  }, picture);
  return Buffer.from(url.split(",")[1]!, "base64");
}

/** A JPEG with the metadata of a camera that was held upright: to be turned clockwise by a quarter. */
function turned(jpeg: Buffer): Buffer {
  const tiff = Buffer.from(
    // Big endian, one entry: orientation (0x0112), a short, once, 6; no further directory.
    "4d4d002a00000008" + "0001" + "0112000300000001" + "00060000" + "00000000",
    "hex",
  );
  const body = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

/** The size of a stored picture, and the colours at a quarter and three quarters of its height. */
const measure = (page: Page, url: string) =>
  page.evaluate(async (url) => {
    const blob = await (await fetch(url)).blob();
    const image = await createImageBitmap(blob);
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height)
      .getContext("2d", { willReadFrequently: true })!;
    context.drawImage(image, 0, 0);
    const at = (part: number) => {
      const [red, , blue] = context.getImageData(width / 2, height * part, 1, 1).data;
      return red! > 200 && blue! < 60 ? "red" : blue! > 200 && red! < 60 ? "blue" : "other";
    };
    return { width, height, type: blob.type, bytes: blob.size, above: at(0.25), below: at(0.75) };
  }, url);

/** The smallest PNG there is. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
/** A format that browsers read and the API does not take. */
const gif = Buffer.from("R0lGODlhAQABAPAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=", "base64");
/** Incompressible: about 700 kB where it is made smaller. */
const large: Picture = { width: 1024, height: 1024, type: "image/png", noise: true };

/** The page of Ana, who has no photo. */
async function openAna() {
  const opened = await open("contacts/<Ana>", people("Ana"));
  const { page, person, ids, button, field, gone, press, toast } = opened;
  await button("Add photo").waitFor();
  const choose = (buffer: Buffer, name = "face.png", mimeType = "image/png") =>
    field("Photo").setInputFiles({ name, mimeType, buffer });
  return {
    ...opened,
    choose,
    async chooseDrawn(picture: Picture): Promise<Buffer> {
      const buffer = await draw(page, picture);
      await choose(buffer, `face.${picture.type.slice(6)}`, picture.type);
      return buffer;
    },
    /** The photo as it is stored, once there is one. */
    async stored() {
      await toast(/^The photo of Ana is changed/).waitFor();
      const url = await page.locator("img.avatar-large").getAttribute("src");
      await press("Close the message");
      await gone(toast(/^The photo of Ana is changed/));
      return await measure(page, url!);
    },
    /** Whether the API has a photo of her. */
    hasPhoto: async () => (await person.kith.contacts.get(ids.Ana)).hasPhoto,
  };
}

test("a photo is uploaded under the eyes of who waits, can be stopped, is shown, and removed again", async () => {
  const it = await openAna();
  const picture = await draw(it.page, large);
  const session = await it.page.context().newCDPSession(it.page);
  await session.send("Network.enable");
  const slow = (bytesPerSecond: number) =>
    session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    });
  await slow(64 * 1024);
  await it.choose(picture);
  await it.choose(picture);
  await it.toast("One thing after the other").waitFor();
  await it.press("Stop");
  await it.gone(it.page.getByRole("progressbar"));
  expect(await it.button("Try again").count()).toBe(0);
  expect(await it.hasPhoto(), "stopped").toBe(false);
  await slow(300 * 1024);
  // Noted within the page: the upload may be over before one asks it.
  const seen = await it.page.evaluateHandle(() => {
    const parts = new Set<string>();
    const look = () => {
      const bar = document.querySelector("progress");
      if (bar) {
        parts.add(`${bar.getAttribute("aria-label")}: ${bar.value < bar.max && bar.value > 0}`);
      }
      requestAnimationFrame(look);
    };
    look();
    return parts;
  });
  await it.choose(picture);
  await it.button("Change photo").waitFor();
  expect(await seen.evaluate((parts) => [...parts])).toContain("Upload of the photo: true");
  await it.page.waitForFunction(() => document.querySelector("img")?.naturalWidth === 1024);
  expect(await it.hasPhoto()).toBe(true);
  await it.follow("All contacts");
  await it.page.locator(".contact-row img.avatar").waitFor();
  await it.page.goBack();
  await it.press("More for Ana");
  await it.press("Remove photo");
  await it.button("Add photo").waitFor();
  await it.gone(it.page.locator("img.avatar"));
  await it.undo("The photo of Ana is removed.");
  await it.button("Change photo").waitFor();
  expect(await it.hasPhoto(), "undone").toBe(true);
});

test("a photo that cannot be sent is kept, and sent again on demand; what is none is told before it is sent, or as the API says", async () => {
  const it = await openAna();
  it.expectOnConsole(/status of (400|503)/);
  // Small enough to be sent as it is, and a format that browsers know.
  await it.choose(gif);
  await expect.poll(() => it.page.getByRole("alert").textContent()).toMatch(/photo|JPEG|image/i);
  await it.button("Add photo").waitFor();
  const steps = [/\/photo-upload$/, /\/storage\/v1\//];
  for (const step of steps) await it.page.route(step, unavailable);
  await it.chooseDrawn({ width: 2000, height: 1000, type: "image/png" });
  for (const said of ["The database is away.", "The photo was not accepted."]) {
    await it.see(said);
    expect(await it.hasPhoto(), said).toBe(false);
    await it.page.unroute(steps.shift()!);
    await it.press("Try again");
  }
  expect(await it.stored()).toMatchObject({ width: 1024, height: 512 });
  expect(await it.button("Try again").count()).toBe(0);
  // Whatever the file says of itself.
  await it.choose(png, "notes.txt", "text/plain");
  await it.stored();
  const sent: string[] = [];
  it.page.on("request", (request) => sent.push(request.url()));
  for (const name of ["notes.txt", "face.png"]) {
    await it.choose(Buffer.from("not a photo at all"), name);
    await it.see("This file cannot be used");
  }
  await it.choose(Buffer.from("....ftypheic"), "IMG_0001.HEIC", "image/heic");
  await it.see("This browser cannot open HEIC photos.");
  expect(sent).toEqual([]);
});

test("a photo is made smaller before it is sent where it is large, and stands upright", async () => {
  const { page, choose, chooseDrawn, stored } = await openAna();
  let sent = "";
  await page.route(/\/photo-upload$/, async (route) => {
    sent = route.request().postData() ?? "";
    await route.fallback();
  }, { times: 1 });
  const { length } = await chooseDrawn({ ...large, width: 1800, height: 1200 });
  expect(length, "more than the API takes").toBeGreaterThan(5 * 1024 * 1024);
  const { bytes, ...rest } = await stored();
  expect(rest).toMatchObject({ width: 1024, height: 683, type: "image/webp" });
  expect(bytes).toBeLessThan(1024 * 1024);
  const copy = readDimensions(Buffer.from(JSON.parse(sent).preview, "base64"), Infinity);
  expect(copy, "for address books").toEqual({ width: 160, height: 107 });
  const jpeg = await draw(page, { width: 2000, height: 1000, type: "image/jpeg" });
  await choose(turned(jpeg), "face.jpg", "image/jpeg");
  const upright = { width: 512, height: 1024, type: "image/jpeg", above: "blue", below: "red" };
  expect(await stored()).toMatchObject(upright);
  // Two areas of one colour: nothing is as small as its PNG.
  const plain = await chooseDrawn({ width: 1100, height: 4, type: "image/png" });
  expect((await stored()).bytes).toBeLessThanOrEqual(plain.length);
  const small = await chooseDrawn({ width: 200, height: 100, type: "image/jpeg" });
  expect(await stored()).toMatchObject({ width: 200, height: 100, bytes: small.length });
  await choose(gif, "face.gif", "image/gif");
  expect(await stored(), "a format that the API does not take")
    .toMatchObject({ width: 1, type: "image/webp" });
});

/** Drags the file there, as the operating system does. */
async function drag(page: Page, file: string, x: number, y: number) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  const send = (type: "dragEnter" | "dragOver" | "drop") =>
    session.send("Input.dispatchDragEvent", { type, x, y, data });
  await send("dragEnter");
  await send("dragOver");
  return () => send("drop");
}

test("a photo is pasted on the page of the contact, but not into a note, and dropped on the one that is there, but not beside it", async () => {
  const { page, allowClipboard, field, keys, stored, hasPhoto, see, gone } = await openAna();
  await allowClipboard();
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(300, 300);
    canvas.getContext("2d")!.fillRect(0, 0, 300, 300);
    const blob = await canvas.convertToBlob({ type: "image/png" });
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
  });
  const pasted = page.evaluate(() =>
    new Promise((resolve) => addEventListener("paste", () => setTimeout(resolve), { once: true }))
  );
  await field("New note").fill("Not lost.");
  await keys("Control+v");
  await pasted;
  expect(await page.getByRole("progressbar").count()).toBe(0);
  expect(await hasPhoto(), "pasted into a note").toBe(false);
  await page.getByRole("heading", { level: 1 }).click();
  await keys("Control+v");
  expect(await stored()).toMatchObject({ width: 300, height: 300 });

  const folder = await mkdtemp(join(tmpdir(), "kith photo "));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "face.png");
  await writeFile(file, png);
  const tabs = page.context().pages().length;
  const beside = await drag(page, file, 5, 600);
  await page.locator(".photo-near").waitFor();
  await beside();
  await gone(page.locator(".photo-near"));
  const { x, y, width, height } = (await page.locator(".photo .avatar").boundingBox())!;
  const drop = await drag(page, file, x + width / 2, y + height / 2);
  await see("Drop the photo here", page.locator(".photo-over"));
  await drop();
  expect(await stored(), "the one that is dropped").toMatchObject({ width: 1 });
  expect(await page.getByText("Drop the photo here").count()).toBe(0);
  expect(await field("New note").inputValue(), "the page stays").toBe("Not lost.");
  expect(page.url()).toContain("#/contacts/");
  expect(page.context().pages()).toHaveLength(tabs);
});
