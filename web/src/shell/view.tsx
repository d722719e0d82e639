import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface Props {
  title: string;
  /** Stands in place of the bare title. */
  heading?: ComponentChildren;
  children: ComponentChildren;
}

let first = true;

/**
 * A view names the document and takes the focus to its heading, as a page that is loaded would: a
 * screen reader says where one is, and the next Tab goes on from there. Both before it is painted:
 * whoever sees the view finds it so.
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
