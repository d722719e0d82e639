/** The button of the search for everything, and its key. */
import { t } from "../base/texts.ts";
import { useContext, useEffect, useState } from "preact/hooks";
import { useListener } from "../hooks/events.ts";
import { contactKey, MemoryContext, remember } from "../shell/opened.ts";
import { useRoute } from "../shell/router.ts";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toast.tsx";

type Palette = typeof import("../palette/palette.tsx").Palette;

const load = () => import("../palette/palette.tsx");

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Milliseconds after which the palette is loaded before it is asked for, so that it is there without a network. */
const idle = 3_000;

/** Opens the palette, as ⌘K and Ctrl+K do. */
export function PaletteButton() {
  const [open, setOpen] = useState(false);
  const [Palette, setPalette] = useState<Palette>();
  const memory = useContext(MemoryContext);
  const { view, id } = useRoute();
  useEffect(() => {
    if (view === "contacts" && id) remember(memory, contactKey(id));
  }, [view, id]);
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => {}), idle);
    return () => clearTimeout(timer);
  }, []);
  const show = () => {
    setOpen(true);
    load().then(
      (module) => setPalette(() => module.Palette),
      () => {
        setOpen(false);
        toast({ text: t("The search cannot be loaded. Check your connection and try again.") });
      },
    );
  };
  useShortcut(() => {
    if (open) setOpen(false);
    // A form in a dialog would be lost by going elsewhere.
    else if (!document.querySelector("dialog[open]")) show();
  });
  return (
    <>
      <button
        type="button"
        class="palette-button line quiet sunken"
        aria-keyshortcuts={isApple ? "Meta+K" : "Control+K"}
        aria-haspopup="dialog"
        onClick={show}
      >
        <Icon name="search" />
        <span class="unseen">{t("Search everything")}</span>
        <span class="palette-button-text" aria-hidden="true">{t("Search")}</span>
        <kbd aria-hidden="true">{isApple ? "⌘K" : "Ctrl K"}</kbd>
      </button>
      {open && Palette && <Palette memory={memory} onClose={() => setOpen(false)} />}
    </>
  );
}

/** ⌘K, and Ctrl+K where that does not edit text. */
const useShortcut = (callback: () => void) =>
  useListener<KeyboardEvent>(globalThis, "keydown", (event) => {
    const chosen = event.metaKey || (event.ctrlKey && !isApple);
    if (!chosen || event.altKey || event.shiftKey || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    if (!event.repeat) callback();
  });
