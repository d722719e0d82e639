import { inject } from "vitest";
import type { Page } from "playwright-core";

const card = (...lines: string[]) =>
  ["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD", ""].join("\r\n");

/** One contact that is there, one that is new, one that is unclear after `fillData`, and one that cannot be read. */
export const cards = [
  card("FN:Zoë Müller", "N:Müller;Zoë;;;", "EMAIL:zoe@example.com", "TEL:+49305550199"),
  card("FN:Carla Núñez", "N:Núñez;Carla;;;", "EMAIL:carla@example.com", "X-SHOE:42"),
  card("FN:Unclear", "N:;Unclear;;;", "EMAIL:zoe@example.com", "EMAIL:ana@example.com"),
  card("NICKNAME:", "EMAIL:"),
].join("");

/** Opens the view with files and the calendar. */
export async function openData(page: Page): Promise<void> {
  await page.goto(`${inject("page").url}/#/data`);
  await page.getByRole("heading", { name: "Data", level: 1 }).waitFor();
}

/** Chooses a file for the import. */
export async function chooseFile(page: Page, name: string, content: string): Promise<void> {
  await page.getByLabel("Choose a file, or drop it here").setInputFiles({
    name,
    mimeType: "application/octet-stream",
    buffer: Buffer.from(content),
  });
}
