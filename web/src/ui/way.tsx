/** A thing with a name and buttons: a way to sign in, a channel, a calendar. */
import type { ComponentChildren } from "preact";

interface WayProps {
  name: string;
  about?: string | undefined;
  /** The buttons. */
  children: ComponentChildren;
}

/** One of them, with what there is to know of it. */
export function Way({ name, about, children }: WayProps) {
  return (
    <div class="apart line gap-5 spread">
      <div>
        <p class="way-name">{name}</p>
        {about && <p class="fine break" role="status">{about}</p>}
      </div>
      {children}
    </div>
  );
}
