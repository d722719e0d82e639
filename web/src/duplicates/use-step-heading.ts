import { useLayoutEffect, useRef } from "preact/hooks";

/** For the heading of a step in a dialog: it takes the focus, because the button that led to it may be gone. */
export function useStepHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest("dialog")?.scrollTo(0, 0);
  }, []);
  return heading;
}
