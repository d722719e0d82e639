import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newPerson, type Person } from "./support/account.ts";
import { unavailable } from "./support/requests.ts";
import { useBrowser } from "./support/visit.ts";

interface Picture {
  width: number;
  height: number;
  type: "image/png" | "image/jpeg";
  /** Of random dots, so that it is large in every format. */
  noise?: boolean;
}

/** A picture, drawn by the browser: blue on the left, red on the right, or of random dots. */
async function draw(page: Page, picture: Picture): Promise<Buffer> {
  const base64 = await page.evaluate(async ({ width, height, type, noise }) => {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d")!;
    context.fillStyle = "blue";
    context.fillRect(0, 0, width / 2, height);
    context.fillStyle = "red";
    context.fillRect(width / 2, 0, width / 2, height);
    if (noise) {
      const image = context.createImageData(width, height);
      for (let at = 0; at < image.data.length; at++) {
        image.data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
      }
      context.putImageData(image, 0, 0);
    }
    const blob = await canvas.convertToBlob({ type, quality: 1 });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let text = "";
    for (let at = 0; at < bytes.length; at += 0x8000) {
      text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    }
    return btoa(text);
  }, picture);
  return Buffer.from(base64, "base64");
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
    const context = new OffscreenCanvas(image.width, image.height)
      .getContext("2d", { willReadFrequently: true })!;
    context.drawImage(image, 0, 0);
    const at = (part: number) => {
      const [red, , blue] = context.getImageData(image.width / 2, image.height * part, 1, 1).data;
      return red! > 200 && blue! < 60 ? "red" : blue! > 200 && red! < 60 ? "blue" : "other";
    };
    return {
      width: image.width,
      height: image.height,
      type: blob.type,
      bytes: blob.size,
      above: at(0.25),
      below: at(0.75),
    };
  }, url);

/** Visits to the page of a new contact, Ana. */
const useContact = (visit: ReturnType<typeof useBrowser>["visit"]) => async () => {
  const person = await newPerson();
  const { id } = await person.kith.contacts.create({ firstName: "Ana" });
  const visited = await visit({ person, view: `contacts/${id}` });
  await visited.page.getByRole("button", { name: "Add photo" }).waitFor();
  return { person, id, ...visited };
};

/** The smallest PNG there is. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
/** A format that browsers read and the API does not take. */
const gif = Buffer.from("R0lGODlhAQABAPAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=", "base64");

const input = (page: Page) => page.getByLabel("Photo", { exact: true });

async function choose(
  page: Page,
  buffer: Buffer,
  name = "face.png",
  mimeType = "image/png",
) {
  await input(page).setInputFiles({ name, mimeType, buffer });
}

async function chooseDrawn(page: Page, picture: Picture): Promise<Buffer> {
  const buffer = await draw(page, picture);
  await choose(page, buffer, `face.${picture.type.slice(6)}`, picture.type);
  return buffer;
}

/** The photo as it is stored, once there is one. */
async function stored(page: Page) {
  const said = page.getByText(/^The photo of Ana is changed/);
  await said.waitFor();
  const url = await page.locator("img.avatar-large").getAttribute("src");
  await page.getByRole("button", { name: "Close the message" }).click();
  await said.waitFor({ state: "detached" });
  return await measure(page, url!);
}

/** Whether the API has a photo of the contact. */
const hasPhoto = async ({ person, id }: { person: Person; id: string }) =>
  (await person.kith.contacts.get(id)).hasPhoto;

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
        [/\/storage\/v1\//, "The photo was not accepted."],
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

test("a photo is made smaller before it is sent where it is large, and stands upright", async () => {
  const { page } = await openContact();
  const noisy = { width: 1800, height: 1200, type: "image/png", noise: true } as const;
  const { length } = await chooseDrawn(page, noisy);
  // More than the API takes.
  expect(length).toBeGreaterThan(5 * 1024 * 1024);
  const { bytes, ...rest } = await stored(page);
  expect(rest).toMatchObject({ width: 1024, height: 683, type: "image/webp" });
  expect(bytes).toBeLessThan(1024 * 1024);
  const jpeg = await draw(page, { width: 2000, height: 1000, type: "image/jpeg" });
  await choose(page, turned(jpeg), "face.jpg", "image/jpeg");
  const upright = { width: 512, height: 1024, type: "image/jpeg", above: "blue", below: "red" };
  expect(await stored(page)).toMatchObject(upright);
  // Two areas of one colour: nothing is as small as its PNG.
  const plain = await chooseDrawn(page, { width: 1100, height: 4, type: "image/png" });
  expect((await stored(page)).bytes).toBeLessThanOrEqual(plain.length);
  const small = await chooseDrawn(page, { width: 200, height: 100, type: "image/jpeg" });
  expect(await stored(page)).toMatchObject({ width: 200, height: 100, bytes: small.length });
  // A format that the API does not take.
  await choose(page, gif, "face.gif", "image/gif");
  expect(await stored(page)).toMatchObject({ width: 1, type: "image/webp" });
});

describe("a photo is pasted", () => {
  async function copy(page: Page): Promise<void> {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(300, 300);
      canvas.getContext("2d")!.fillRect(0, 0, 300, 300);
      const blob = await canvas.convertToBlob({ type: "image/png" });
      await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
    });
  }

  test("on the page of the contact", async () => {
    const { page } = await openContact();
    await copy(page);
    await page.keyboard.press("Control+v");
    expect(await stored(page)).toMatchObject({ width: 300, height: 300 });
  });

  test("but not into a note", async () => {
    const opened = await openContact();
    const { page } = opened;
    await copy(page);
    await page.getByLabel("New note").focus();
    await page.keyboard.press("Control+v");
    await page.waitForTimeout(500);
    expect(await page.getByRole("progressbar").count()).toBe(0);
    expect(await hasPhoto(opened)).toBe(false);
  });
});

describe("a photo is dropped", () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kith photo "));
    file = join(folder, "face.png");
    await writeFile(file, png);
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Drags the file there, as the operating system does. */
  async function drag(page: Page, x: number, y: number) {
    const session = await page.context().newCDPSession(page);
    const send = (type: "dragEnter" | "dragOver" | "drop") =>
      session.send("Input.dispatchDragEvent", {
        type,
        x,
        y,
        data: { items: [], files: [file], dragOperationsMask: 1 },
      });
    await send("dragEnter");
    await send("dragOver");
    return () => send("drop");
  }

  const middleOf = async (page: Page) => {
    const { x, y, width, height } = (await page.locator(".photo .avatar").boundingBox())!;
    return [x + width / 2, y + height / 2] as const;
  };

  test("on the one that is there, which shows where", async () => {
    const { page } = await openContact();
    const drop = await drag(page, ...await middleOf(page));
    await page.locator(".photo-over").getByText("Drop the photo here").waitFor();
    await drop();
    expect(await stored(page)).toMatchObject({ width: 1 });
    expect(await page.getByText("Drop the photo here").count()).toBe(0);
  });

  test("and the page stays where it is dropped beside it", async () => {
    const opened = await openContact();
    const { page } = opened;
    await page.getByLabel("New note").fill("Not lost.");
    const before = page.context().pages().length;
    const drop = await drag(page, 5, 600);
    await page.locator(".photo-near").waitFor();
    await drop();
    await page.waitForTimeout(500);
    expect(await page.getByLabel("New note").inputValue()).toBe("Not lost.");
    expect(page.url()).toContain("#/contacts/");
    expect(await hasPhoto(opened)).toBe(false);
    expect(page.context().pages()).toHaveLength(before);
  });
});
