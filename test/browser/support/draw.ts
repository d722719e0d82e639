import type { Page } from "playwright-core";

export interface Picture {
  width: number;
  height: number;
  type: "image/png" | "image/jpeg";
  /** Of random dots, so that it is large in every format. */
  noise?: boolean;
}

/** A picture, drawn by the browser: blue on the left, red on the right, or of random dots. */
export async function draw(page: Page, picture: Picture): Promise<Buffer> {
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
export function turned(jpeg: Buffer): Buffer {
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
export const measure = (page: Page, url: string) =>
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
