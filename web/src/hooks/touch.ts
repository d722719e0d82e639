/** Fingers that hold a row, move it aside, or pull the page down. */
import { useRef, useState } from "preact/hooks";
import { useListener } from "./events.ts";
import { refresh } from "./load.ts";

interface Touches {
  /** Called for a row that is held, which is `closest` to the finger. */
  onHold?: (row: HTMLElement) => void;
  /** Called for a row that was moved to the right, or to the left. */
  onSwipe?: (row: HTMLElement, direction: "right" | "left") => void;
  /** The selector of a row. */
  closest: string;
}

/** Pixels until a finger means it. */
const slack = 10;
const far = 88;

/** Handlers for the element that has the rows. Moving along its own axis stays with the browser: `touch-action: pan-y`. */
export function useTouch({ onHold, onSwipe, closest }: Touches) {
  const touch = useRef<{ x: number; y: number; row: HTMLElement; timer: number; by: number }>();
  /** Whether the click that the browser makes of it is not one. */
  const isTaken = useRef(false);
  const end = () => {
    const { timer, row } = touch.current ?? {};
    clearTimeout(timer);
    row?.style.removeProperty("--aside");
    touch.current = undefined;
  };
  return {
    onPointerDown(event: PointerEvent) {
      isTaken.current = false;
      const row = (event.target as Element).closest<HTMLElement>(closest);
      if (!row || event.pointerType !== "touch" || !event.isPrimary) return;
      const hold = () => {
        end();
        isTaken.current = true;
        onHold!(row);
      };
      const timer = onHold ? Number(setTimeout(hold, 500)) : 0;
      touch.current = { x: event.clientX, y: event.clientY, row, timer, by: 0 };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const now = touch.current;
      if (!now) return;
      const [by, down] = [clientX - now.x, clientY - now.y];
      if (Math.hypot(by, down) > slack) clearTimeout(now.timer);
      if (!onSwipe || Math.abs(by) < slack || Math.abs(by) < Math.abs(down)) return;
      now.by = by;
      isTaken.current = true;
      now.row.style.setProperty("--aside", `${by}px`);
    },
    onPointerUp() {
      const { row, by = 0 } = touch.current ?? {};
      end();
      if (row && Math.abs(by) >= far) onSwipe?.(row, by > 0 ? "right" : "left");
    },
    onPointerCancel: end,
    onClickCapture(event: MouseEvent) {
      if (!isTaken.current) return;
      isTaken.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    // The menu of a link, which a finger opens by holding it.
    onContextMenu: (event: MouseEvent) =>
      onHold && (event as PointerEvent).pointerType === "touch" && event.preventDefault(),
  };
}

/** How far the page is pulled down beyond its top, from 0 to 1: at 1 everything is loaded again. */
export function usePull(): number {
  const [pulled, setPulled] = useState(0);
  const from = useRef<number>();
  useListener<TouchEvent>(globalThis, "touchstart", ({ touches, target }) => {
    const isElsewhere = (target as Element).closest("dialog, [popover], textarea, .chips");
    from.current = scrollY <= 0 && touches.length === 1 && !isElsewhere
      ? touches[0]!.clientY
      : undefined;
  }, { passive: true });
  useListener<TouchEvent>(globalThis, "touchmove", ({ touches }) => {
    if (from.current === undefined) return;
    if (scrollY > 0) from.current = undefined;
    const by = from.current === undefined ? 0 : touches[0]!.clientY - from.current - slack;
    setPulled(Math.min(Math.max(by / 120, 0), 1));
  }, { passive: true });
  useListener<TouchEvent>(globalThis, "touchend touchcancel", ({ type }) => {
    if (pulled === 1 && type === "touchend") refresh();
    setPulled(0);
  });
  return pulled;
}
