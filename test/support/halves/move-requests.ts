import type { Json } from "../client.ts";

/** A request of the owner; names in braces stand for ids. */
export interface Request {
  method: string;
  path: string;
  body?: Json;
  name?: string;
}

/** A request in one text; spaces in names are underscores there. */
export const ask = (request: string, body?: Json, name?: string): Request => {
  const [method, path] = request.split(" ") as [string, string];
  const known = { method, path: path.replaceAll("_", " "), body };
  return name === undefined ? known : { ...known, name };
};
/** Makes a contact in these networks. */
export const contact = (firstName: string, networkIds: string[], name: string) =>
  ask("post /contacts", { firstName, networkIds: networkIds.map((each) => `{${each}}`) }, name);
/** Makes a note about a contact, or about nobody. */
export const note = (content: string, about: string | null, name: string) =>
  ask("post /notes", { content, contactId: about && `{${about}}` }, name);
/** Makes a reminder about a contact, or about nobody. */
export const reminder = (title: string, about: string | null, name: string) =>
  ask("post /reminders", { title, contactId: about && `{${about}}` }, name);
/** Makes a note about several contacts. */
export const noteAbout = (about: string[], name: string) =>
  ask("post /notes", { content: name, contactIds: about.map((each) => `{${each}}`) }, name);
/** Makes a reminder about several contacts. */
export const reminderAbout = (about: string[], name: string) =>
  ask("post /reminders", { title: name, contactIds: about.map((each) => `{${each}}`) }, name);
/** Gives a note or a reminder other contacts. */
export const moveTo = (path: string, about: string[], as?: string) =>
  ask(`patch ${path}`, { contactIds: about.map((each) => `{${each}}`) }, as);
/** Gives a contact other networks. */
export const into = (name: string, networks: string[], as?: string) =>
  ask(`patch /contacts/{${name.replaceAll(" ", "_")}}`, {
    networkIds: networks.map((each) => `{${each}}`),
  }, as);
/** Gives a note or a reminder another contact. */
export const move = (path: string, about: string | null, as?: string) =>
  ask(`patch ${path}`, { contactId: about && `{${about}}` }, as);
