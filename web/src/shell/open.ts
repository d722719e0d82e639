/** Opens the dialogs that any view asks for; `layout/dialogs.tsx` draws them. */

export type Form = "contact" | "note" | "reminder";

export type ManagedKind = "networks" | "note-types" | "fields";

export type DialogName = Form | ManagedKind | "keyboard" | "install";

let open: (name: DialogName) => void = () => {};

/** Opens a dialog above whatever is open: a list that is managed, the form for something new, or a help. */
export const show = (name: DialogName) => open(name);

/** The dialog in which networks, note types or fields are made, changed and deleted. */
export const manage = (kind: ManagedKind) => open(kind);

/** Says what opens them while the result has not been called. */
export function setOpener(opener: typeof open): () => void {
  open = opener;
  return () => open = () => {};
}

let signOut: () => void = () => {};

/** Signs out, after a question where something was typed that is not saved. */
export const requestSignOut = () => signOut();

/** Says what asks that while the result has not been called. */
export function setSignOut(request: () => void): () => void {
  signOut = request;
  return () => signOut = () => {};
}
