import { hrefOf } from "../shell/router.ts";
import { Empty } from "../ui/states.tsx";
import { Welcome } from "../welcome/welcome.tsx";
import type { ContactRows } from "./list/contact-rows.ts";
import { narrows } from "./list/filter.ts";

/** Instead of an empty list: how to begin, or names that are like what was searched for. */
export function NoContacts({ rows, onAdd }: { rows: ContactRows; onAdd: () => void }) {
  if (narrows(rows.filter)) {
    // The API has suggestions where nothing is found.
    const suggestions = rows.both.map(({ answer }) => answer?.suggestions).find(Boolean) ?? [];
    return (
      <Empty icon="search" title="No matching contacts">
        <p>Every word must occur in the contact. Try fewer words.</p>
        {suggestions.length > 0 && (
          <p>
            Did you mean {suggestions.map(({ id, displayName }, index) => (
              <span key={id}>
                {index > 0 && ", "}
                <a href={hrefOf("contacts", id)}>{displayName}</a>
              </span>
            ))}?
          </p>
        )}
      </Empty>
    );
  }
  return (
    <>
      <Empty icon="people" title="No contacts yet" />
      <Welcome onAdd={onAdd} />
    </>
  );
}
