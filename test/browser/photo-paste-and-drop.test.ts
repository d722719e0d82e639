import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasPhoto, png, stored, useContact } from "./support/photos.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();
const openContact = useContact(visit);

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
    const drop = await drag(page, 5, 600);
    await page.locator(".photo-near").waitFor();
    await drop();
    await page.waitForTimeout(500);
    expect(await page.getByLabel("New note").inputValue()).toBe("Not lost.");
    expect(page.url()).toContain("#/contacts/");
    expect(await hasPhoto(opened)).toBe(false);
    expect(page.context().pages()).toHaveLength(1);
  });
});
