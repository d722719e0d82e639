/** The family of a contact as a drawing. */
import { t } from "../base/texts.ts";
import type { Contact, Relationship } from "@kith/client";
import type { Face } from "../api/contacts.ts";
import { nameBy } from "../base/names.ts";
import { useNameOrder } from "../shell/profile.ts";
import { hrefOf } from "../shell/router.ts";
import { Avatar } from "../ui/avatar.tsx";

/** Who stands above a contact in the drawing of a family, beside it, and below. */
const generations = [
  ["grandparent", "parent", "godparent"],
  ["spouse", "partner", "sibling"],
  ["child", "grandchild", "godchild"],
];

interface Props {
  contact: Contact;
  related: (Relationship & { face: Face | undefined })[];
}

/** The family of a contact in generations, where there are three or more. */
export function Family({ contact, related }: Props) {
  const order = useNameOrder();
  const rows = generations.map((kinds) => [
    ...new Set(related.flatMap(({ kind, face }) => kinds.includes(kind) && face ? face : [])),
  ]);
  if (rows.flat().length < 3) return null;
  rows[1]!.unshift({ ...contact, name: nameBy(order, contact) });
  return (
    <div class="family stack gap-3" role="group" aria-label={t("Family")}>
      {rows.map((row, index) =>
        row.length > 0 && (
          <div key={index} class="family-row flow gap-3">
            {row.map(({ id, name, photoUrl }) => (
              <a key={id} class="stack gap-1 fine" href={hrefOf("contacts", id)}>
                <Avatar name={name} photoUrl={photoUrl} />
                {name}
              </a>
            ))}
          </div>
        )
      )}
    </div>
  );
}
