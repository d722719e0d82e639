import type { MutableRef } from "preact/hooks";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useTimeZone } from "../shell/profile-context.tsx";
import { localDay } from "../ui/dates.ts";
import type { ContactRows, Rows } from "./list/contact-rows.ts";
import { BlankRow, ContactRow } from "./list/contact-row.tsx";
import { FailedPages } from "./list/failed-pages.tsx";
import type { Elements } from "./list/geometry.ts";
import { letterOf } from "./list/find-letter.ts";
import { Letters } from "./list/letters.tsx";
import { useCursor } from "./list/use-cursor.ts";
import { useDrawnRows } from "./list/use-drawn-rows.ts";
import { usePlace } from "./list/use-place.ts";
import { indicesOf } from "./list/window.ts";
import type { Networks } from "./network-names.tsx";

/** What another part of the view may ask of the list. */
export interface ListControl {
  /** Gives the focus to the first row that is seen. */
  enter: () => void;
}

interface Props {
  rows: ContactRows;
  networks: Networks;
  /** Whether the rows are those of the filter; otherwise they stay until those are loaded. */
  isCurrent: boolean;
  control: MutableRef<ListControl | undefined>;
  /** The ids of those that are selected, where rows are selected instead of opened. */
  selected: ReadonlySet<string> | undefined;
  onToggle: (id: string) => void;
}

/** Those to be in touch with now, and the others; of both only the rows near the screen are drawn. */
export function ContactList(props: Props) {
  const { rows, networks, isCurrent, control, selected, onToggle } = props;
  const elements = useRef<Elements>({ due: null, others: null });
  const cursor = useCursor(rows, elements);
  const { save } = usePlace({
    rows,
    isCurrent,
    elements,
    focus: cursor.focus,
    onSettled: cursor.follow,
  });
  useLayoutEffect(() => {
    control.current = cursor;
    return () => control.current = undefined;
  });
  const today = localDay(new Date(), useTimeZone());
  const due = rows.due.total ?? 0;
  const isByName = rows.filter.sort === "displayName";
  const open = (event: MouseEvent) => {
    const { id, number } = (event.target as Element).closest<HTMLElement>("[data-id]")?.dataset ??
      {};
    if (!id) return;
    if (selected) onToggle(id);
    else save({ id, number: Number(number) });
  };
  const shared = {
    networks,
    isCurrent,
    elements,
    active: cursor.active,
    today,
    selected,
    onDrawn: cursor.reach,
  };
  return (
    <div
      class={isCurrent ? "contact-lists" : "contact-lists stale"}
      aria-busy={!isCurrent || rows.isLoading}
      onClick={open}
      onKeyDown={cursor.onKeyDown}
      onFocusIn={cursor.onFocusIn}
    >
      <Section {...shared} title="To contact now" part="due" rows={rows.due} before={0} />
      <Section
        {...shared}
        title={due > 0 ? "Other contacts" : "Contacts"}
        part="others"
        rows={rows.others}
        before={due}
        isByName={isByName}
      />
      {isByName && (rows.others.total ?? 0) >= manyRows && (
        <Letters rows={rows} onFind={cursor.bringToTop} />
      )}
    </div>
  );
}

/** From so many on, letters lead through the names. */
const manyRows = 100;

interface SectionProps {
  title: string;
  part: keyof Elements;
  rows: Rows;
  /** How many rows the lists above have. */
  before: number;
  active: number;
  networks: Networks;
  isCurrent: boolean;
  elements: MutableRef<Elements>;
  today: string;
  selected: ReadonlySet<string> | undefined;
  /** Whether letters stand beside the names. */
  isByName?: boolean;
  /** Is called whenever rows have been drawn, which a list also does by itself while it is scrolled. */
  onDrawn: () => void;
}

function Section(props: SectionProps) {
  const { title, part, rows, before, active, networks, isCurrent, elements, today } = props;
  const { isByName, selected, onDrawn } = props;
  const element = useRef<HTMLUListElement>(null);
  const range = useDrawnRows(element, rows, isCurrent);
  useLayoutEffect(() => {
    elements.current[part] = element.current;
    onDrawn();
  });
  const total = rows.total ?? 0;
  if (total === 0) return null;
  const kept = active >= before && active < before + total ? active - before : undefined;
  const letterAt = (index: number) => {
    const [before, name] = [index - 1, index].map((each) => rows.rowAt(each)?.displayName);
    if (!isByName || (index > 0 && before === undefined)) return undefined;
    const letter = letterOf(name!);
    return before !== undefined && letterOf(before) === letter ? undefined : letter;
  };
  return (
    <section class="section">
      <h2 class="section-title">
        {title} <span class="count">{total}</span>
      </h2>
      <div class="card rows-card">
        <ul
          ref={element}
          class={isByName ? "long-rows by-name" : "long-rows"}
          style={{ "--total": String(total) }}
          aria-label={title}
        >
          {indicesOf(range, kept).filter((index) => index < total).map((index) => {
            const contact = rows.rowAt(index);
            if (!contact) return <BlankRow key={index} index={index} />;
            return (
              <ContactRow
                key={contact.id}
                contact={contact}
                index={index}
                total={total}
                number={before + index}
                networks={networks}
                today={today}
                letter={letterAt(index)}
                selected={selected?.has(contact.id)}
                isTabStop={index === kept}
              />
            );
          })}
          <FailedPages rows={rows} range={range} />
        </ul>
      </div>
    </section>
  );
}
