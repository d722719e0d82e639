/** After an import: whom of the likeliest one wants to be in touch with, asked one after the other. */
import { inSentence, rich, t } from "../base/texts.ts";
import type { Contact } from "@kith/client";
import { useRef, useState } from "preact/hooks";
import { kith } from "../api/kith.ts";
import { applyAndSay } from "../api/queue.ts";
import { useDrafts } from "../hooks/kept-drafts.ts";
import { refresh, useLoad } from "../hooks/load.ts";
import { workOf } from "../people/people.tsx";
import { hrefOf } from "../shell/router.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/buttons.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Shown } from "../ui/states.tsx";
import { pageSizes } from "../../../functions/kith/core/limits.ts";

/** How many are asked about, and of how many of the newest contacts they are the likeliest. */
const [most, looked] = [30, 1000];

const fields =
  "displayName,company,jobTitle,photoUrl,isFavorite,networkIds,birthday,lastContactedAt,contactFrequencyDays";

type Candidate = Pick<
  Contact,
  | "id"
  | "displayName"
  | "company"
  | "jobTitle"
  | "photoUrl"
  | "isFavorite"
  | "networkIds"
  | "birthday"
  | "lastContactedAt"
  | "contactFrequencyDays"
>;

/** What speaks for somebody, the strongest first. */
const signs: [sign: string, holds: (of: Candidate) => boolean][] = [
  [t("a favourite"), ({ isFavorite }) => isFavorite],
  [t("in a network"), ({ networkIds }) => networkIds.length > 0],
  [t("birthday is known"), ({ birthday }) => birthday !== null],
  [t("in touch before"), ({ lastContactedAt }) => lastContactedAt !== null],
];

/** Each sign counts more than all those after it; of the same ones the newest come first. */
const rankOf = (of: Candidate) =>
  signs.reduce((rank, [, holds]) => rank * 2 + Number(holds(of)), 0);

async function findLikeliest(signal: AbortSignal): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (let page = 1; found.length < looked; page++) {
    const query = { fields, sort: "-createdAt", pageSize: pageSizes.most, page } as const;
    const { data, total } = await kith.contacts.list(query, { signal });
    found.push(...data as Candidate[]);
    if (data.length === 0 || page * pageSizes.most >= total) break;
  }
  return found.filter(({ contactFrequencyDays }) => contactFrequencyDays === null)
    .map((each, index) => ({ each, index, rank: rankOf(each) }))
    .sort((one, other) => other.rank - one.rank || one.index - other.index)
    .slice(0, most).map(({ each }) => each);
}

const rhythms: [days: number, words: string][] = [
  [7, t("Weekly")],
  [30, t("Monthly")],
  [90, t("Quarterly")],
  [180, t("Twice a year")],
];

/** One tap for each; it may be left at any time, and what was said until then stays. */
export function Deck({ onClose }: { onClose: () => void }) {
  const drafts = useDrafts();
  const loaded = useRef<Candidate[]>();
  // Once: whoever was decided on is not taken out while the next one is shown.
  const likeliest = useLoad(
    async (signal) => loaded.current ??= await findLikeliest(signal),
    [],
  );
  const [at, setAt] = useState(0);
  const [chosen, setChosen] = useState(0);
  const close = () => {
    refresh();
    onClose();
  };
  const choose = ({ id, displayName }: Candidate, days: number, words: string) => {
    setAt(at + 1);
    setChosen(chosen + 1);
    const change = {
      kind: "contacts",
      id,
      body: { contactFrequencyDays: days },
      words: `${displayName}: ${inSentence(words)}.`,
    } as const;
    void applyAndSay(drafts, change, () => {});
  };
  return (
    <Dialog title={t("Who matters?")} onClose={close}>
      <Shown of={likeliest} what="whom you may want to be in touch with">
        {(people) => {
          const person = people[at];
          if (!person) {
            return (
              <p role="status">
                {rich(
                  "You chose for {0} of {1}. {2} says whose turn it is.",
                  chosen,
                  people.length,
                  <a href={hrefOf("today")}>{t("Today")}</a>,
                )}
              </p>
            );
          }
          const why = signs.filter(([, holds]) => holds(person)).map(([sign]) => sign);
          return (
            <>
              <div class="stack gap-1 centre" role="status">
                <Avatar name={person.displayName} photoUrl={person.photoUrl} />
                <p class="strong">{person.displayName}</p>
                <p class="fine">{[workOf(person), ...why].filter(Boolean).join(" · ")}</p>
                <p class="fine">{t("{0} of {1}", at + 1, people.length)}</p>
              </div>
              <div
                class="flow gap-3"
                role="group"
                aria-label={t("How often: {0}", person.displayName)}
              >
                {rhythms.map(([days, words]) => (
                  <Button
                    key={days}
                    onClick={() => choose(person, days, words)}
                  >
                    {words}
                  </Button>
                ))}
                <Button kind="plain" onClick={() => setAt(at + 1)}>{t("Not now")}</Button>
              </div>
            </>
          );
        }}
      </Shown>
      <div class="dialog-actions">
        <Button onClick={close}>{t("Done")}</Button>
      </div>
    </Dialog>
  );
}
