import { ownViews } from "./views/account.ts";
import { contactViews } from "./views/contacts.ts";
import { keyViews } from "./views/keys.ts";
import { linkViews } from "./views/links.ts";
import { noteViews } from "./views/notes.ts";
import type { Open } from "./views/open.ts";
import { paletteViews } from "./views/palette.ts";

/** The views of an account that has something of everything, dialogs and open lists included. */
export const accountViews: Record<string, Open> = {
  ...contactViews,
  ...noteViews,
  ...paletteViews,
  ...ownViews,
  ...keyViews,
  ...linkViews,
};
