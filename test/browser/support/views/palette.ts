import { contact } from "./contacts.ts";
import { after, type Open } from "./open.ts";

const palette = after(contact, async (page) => {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("option", { name: "New contact" }).waitFor();
});

const askingForPerson = after(palette, async (page) => {
  await page.keyboard.type("log a note");
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: "Whom is the note about?" }).waitFor();
  await page.getByRole("dialog").getByRole("option", { name: "Ana" }).waitFor();
});

/** The palette with its steps. */
export const paletteViews: Record<string, Open> = {
  "the palette": palette,
  "the palette, with what it finds": after(palette, async (page) => {
    await page.keyboard.type("a");
    await page.getByRole("dialog").getByRole("group", { name: "People" }).waitFor();
  }),
  "the palette, asking for a person": askingForPerson,
  "a note from the palette": after(askingForPerson, async (page) => {
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: /^Note about/ }).waitFor();
  }),
};
