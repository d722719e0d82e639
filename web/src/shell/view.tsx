import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface Props {
  title: string;
  /** Shown instead of the title. */
  heading?: ComponentChildren;
  children: ComponentChildren;
}

let first = true;

/**
 * A view sets the title of the document and moves the focus to its heading, so that a screen reader
 * announces it and the next Tab continues from there. Both happen before the view is painted.
 */
export function View({ title, heading, children }: Props) {
  const element = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (!first) {
      scrollTo(0, 0);
      element.current?.focus({ preventScroll: true });
    }
    first = false;
  }, []);
  useLayoutEffect(() => {
    document.title = `${title} · Kith`;
  }, [title]);
  return (
    <>
      <h1 ref={element} tabIndex={-1}>{heading ?? title}</h1>
      {children}
    </>
  );
}
