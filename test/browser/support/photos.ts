import type { Page } from "playwright-core";
import { orThrow } from "../../../client/src/index.ts";
import { newPerson, type Person } from "./account.ts";
import { draw, measure, type Picture } from "./draw.ts";
import type { useBrowser } from "./visit.ts";

/** Visits to the page of a new contact, Ana. */
export const useContact = (visit: ReturnType<typeof useBrowser>["visit"]) => async () => {
  const person = await newPerson();
  const { id } = await orThrow(person.kith.POST("/contacts", { body: { firstName: "Ana" } }));
  const visited = await visit({ person });
  await visited.page.getByRole("link", { name: /Ana/ }).click();
  await visited.page.getByRole("button", { name: "Add photo" }).waitFor();
  return { person, id, ...visited };
};

/** The smallest PNG there is. */
export const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
/** A format that browsers read and the API does not take. */
export const gif = Buffer.from("R0lGODlhAQABAPAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=", "base64");

const input = (page: Page) => page.getByLabel("Photo", { exact: true });

export async function choose(
  page: Page,
  buffer: Buffer,
  name = "face.png",
  mimeType = "image/png",
) {
  await input(page).setInputFiles({ name, mimeType, buffer });
}

export async function chooseDrawn(page: Page, picture: Picture): Promise<Buffer> {
  const buffer = await draw(page, picture);
  await choose(page, buffer, `face.${picture.type.slice(6)}`, picture.type);
  return buffer;
}

/** The photo as it is stored, once there is one. */
export async function stored(page: Page) {
  await page.getByText(/^The photo of Ana is changed/).waitFor();
  const url = await page.locator("img.avatar-large").getAttribute("src");
  return await measure(page, url!);
}

/** Whether the API has a photo of the contact. */
export const hasPhoto = async ({ person, id }: { person: Person; id: string }) =>
  (await orThrow(person.kith.GET("/contacts/{id}", { params: { path: { id } } }))).hasPhoto;
