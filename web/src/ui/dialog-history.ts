// What going back in the history does while dialogs are open.
/**
 * While a dialog is open, the history has an entry more, so that going back closes the dialog and not the view. One entry for all that
 * are open.
 */
const open: (() => void)[] = [];

/** The address at which the entry was made; whoever leads to another one leaves the dialogs too. */
let address = "";
let isLeaving = false;
let afterwards: (() => void)[] = [];

const isEntry = () => Boolean(history.state?.dialog);

/** Makes the entry, or takes it away, by what is open. */
function settle(): void {
  if (isLeaving) return;
  if (open.length > 0 && !isEntry()) {
    address = location.href;
    history.pushState({ ...history.state, dialog: true }, "");
  } else if (open.length === 0 && isEntry()) {
    isLeaving = true;
    history.back();
  }
}

addEventListener("popstate", () => {
  if (isLeaving) {
    isLeaving = false;
    const waiting = afterwards;
    afterwards = [];
    waiting.forEach((run) => run());
    settle();
  } else if (open.length > 0 && !isEntry()) {
    if (location.href === address) open.at(-1)!();
    // It may have asked something instead of closing.
    setTimeout(settle);
  }
});

/** A dialog was opened, which the function closes. The result says that it is closed. */
export function enterDialog(close: () => void): () => void {
  open.push(close);
  settle();
  return () => {
    open.splice(open.indexOf(close), 1);
    // Another one may take its place, or another view be opened.
    setTimeout(settle);
  };
}

/** Goes to an address in the page: instead of the entry of a dialog, so that going back does not lead to that. */
export function goTo(hash: string): void {
  if (isLeaving) afterwards.push(() => goTo(hash));
  else if (isEntry()) location.replace(hash);
  else location.hash = hash;
}
