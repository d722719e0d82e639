/** What others are to a contact, as “sister Zoë” with a face, and a field to add somebody in the same way. */
import { t } from "../base/texts.ts";
import { useState } from "preact/hooks";
import type { Contact, Relationship } from "@kith/client";
import { readRelation, relationWord } from "../../../functions/kith/relationships/words.ts";
import { formatDay } from "../base/dates.ts";
import { listFaces } from "../api/contacts.ts";
import { kith, whole } from "../api/kith.ts";
import { refresh, useLoad } from "../hooks/load.ts";
import { useNameOrder } from "../shell/profile.ts";
import { hrefOf } from "../shell/router.ts";
import { Avatar } from "../ui/avatar.tsx";
import { IconButton } from "../ui/buttons.tsx";
import { Field } from "../ui/fields.tsx";
import { act, useToastedAction } from "../ui/toast.tsx";
import { Family } from "./family.tsx";

export function Relationships({ contact }: { contact: Contact }) {
  const { id } = contact;
  const order = useNameOrder();
  const shown = useLoad(async (signal) => {
    const { data } = await kith.relationships.list({ contactId: id, ...whole }, { signal }).page();
    const ids = new Set(data.flatMap(({ relatedContactId }) => relatedContactId ?? []));
    const faces = await listFaces([...ids], order, signal);
    return data.map((each) => {
      const face = faces.get(each.relatedContactId ?? "");
      return { ...each, face, said: sayWho(each, face?.name ?? each.relatedName!) };
    });
  }, [id, order]);
  const { run } = useToastedAction();
  const [text, setText] = useState("");
  const add = () =>
    run(async () => {
      const { kind, label = null, name } = readPerson(text);
      const body = { contactId: id, kind, label, ...await whoIs(name) };
      await act(kith.relationships.create(body), () => t("Saved."), () => {
        setText("");
        refresh();
      });
    });
  return (
    <section class="section">
      <h2 class="section-title">{t("People")}</h2>
      <div class="card card-body stack gap-3">
        <Family contact={contact} related={shown.data ?? []} />
        {shown.data?.map(({ id, said, relatedContactId, face }) => (
          <p key={id} class="line gap-2 spread break">
            {relatedContactId
              ? (
                <a class="line gap-2" href={hrefOf("contacts", relatedContactId)}>
                  {face && <Avatar name={face.name} photoUrl={face.photoUrl} />}
                  {said}
                </a>
              )
              : <span>{said}</span>}
            <IconButton
              icon="close"
              label={t("Remove “{0}”", said)}
              onClick={() =>
                void act(kith.relationships.delete(id), () =>
                  t("It is removed."))}
            />
          </p>
        ))}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          <Field
            label={t("Add somebody")}
            placeholder={t("sister Maria")}
            autocomplete="off"
            maxLength={300}
            required
            value={text}
            onValue={setText}
          />
        </form>
      </div>
    </section>
  );
}

/** What the related one is to the contact, and who. */
function sayWho({ kind, label, endedOn }: Relationship, name: string): string {
  const said = `${label ?? t(relationWord(kind, null))} ${name}`;
  return endedOn ? t("{0} (until {1})", said, formatDay(endedOn)) : said;
}

/** What somebody is, which comes first and may be several words, and who it is. */
function readPerson(text: string): { kind: string; label?: string; name: string } {
  const words = text.trim().split(/\s+/);
  for (const count of [3, 2, 1]) {
    const relation = readRelation(words.slice(0, count).join(" "));
    const name = words.slice(count).join(" ");
    if (name !== "" && (relation.kind !== "other" || count === 1)) return { ...relation, name };
  }
  return { kind: "friend", name: text.trim() };
}

/** The only contact whose name it is, or a part of it; else the name. */
async function whoIs(name: string) {
  const { data } = await kith.contacts.list({ search: name, fields: "displayName", pageSize: 9 });
  const folded = (text = "") => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const named = data.filter(({ displayName }) => folded(displayName).includes(folded(name)));
  const same = named.filter(({ displayName }) => folded(displayName) === folded(name));
  const [one, ...more] = same.length > 0 ? same : named;
  return one && more.length === 0 ? { relatedContactId: one.id } : { relatedName: name };
}
