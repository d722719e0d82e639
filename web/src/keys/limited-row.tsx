/** A row of a key or an app, with its limits. */
import { t } from "../base/texts.ts";
import type { ApiKey, Connection, Network } from "@kith/client";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { kith } from "../api/kith.ts";
import { type Loaded, refresh, useLoad } from "../hooks/load.ts";
import { useTimeZone } from "../hooks/time-zone.ts";
import { hrefOf } from "../shell/router.ts";
import { announce } from "../ui/announce.tsx";
import { IconButton } from "../ui/buttons.tsx";
import { formatInstantDay } from "../base/dates.ts";
import { Question } from "../ui/dialog.tsx";
import type { IconName } from "../ui/icon.tsx";
import { Since } from "../ui/since.tsx";
import { counted, nameInWords } from "../base/words.ts";
import { accessInWords, networksInWords } from "./access.ts";
import { LimitedForm, type LimitedResource } from "./key-fields.tsx";

interface Props<T> {
  of: T;
  /** What it is one of. */
  what: "key" | "connection";
  list: Loaded<T[]>;
  networks: Network[];
  resource: LimitedResource<T>;
  /** What is said of it below its name. */
  about: ComponentChildren;
  /** What came about on the day that is shown where it was not used yet, such as “Created”. */
  begun: string;
  /** What else can be done with it. */
  rotate?: () => void;
  removal: {
    icon: IconName;
    verb: string;
    /** With what, for screen readers. */
    object: string;
    action: string;
    words: ComponentChildren;
    run: () => Promise<void>;
    said: string;
  };
}

/** What a key or a connection may do, when it was last used, when it expires, and what can be done with it. */
export function LimitedRow<T extends ApiKey | Connection>(props: Props<T>) {
  const { of, what, list, networks, resource, about, begun, rotate, removal } = props;
  const timeZone = useTimeZone();
  const [open, setOpen] = useState<"edit" | "remove">();
  const close = () => setOpen(undefined);
  const { id, name, lastUsedAt, lastOperation, expiresAt } = of;
  const button = (icon: IconName, verb: string, object: string, onClick: () => void) => (
    <IconButton icon={icon} label={`${verb} ${object}`} title={verb} onClick={onClick} />
  );
  return (
    <li class="card-body stack gap-3">
      <div class="line gap-3">
        <div class="break grow">
          <h3>{name}</h3>
          <p class="fine">{about}</p>
        </div>
        {button("edit", t("Edit"), t(`the ${what} {0}`, name), () => setOpen("edit"))}
        {rotate && button("rotate", t("Rotate"), t(`the ${what} {0}`, name), rotate)}
        {button(removal.icon, removal.verb, removal.object, () => setOpen("remove"))}
      </div>
      <dl class="columns label break">
        <Fact name={t("May do")} more={networksInWords(of.networkIds, networks)}>
          {accessInWords(of.scopes)}
        </Fact>
        <Fact
          name={t("Last used")}
          more={/^dav/.test(lastOperation ?? "")
            ? <Synchronised keyId={id} at={lastUsedAt!} />
            : lastOperation
            ? nameInWords(lastOperation)
            : `${begun} ${formatInstantDay(of.createdAt, timeZone)}`}
        >
          {lastUsedAt ? <Since instant={lastUsedAt} /> : t("Never")}
        </Fact>
        <Fact name="Expires">
          {expiresAt && Date.parse(expiresAt) <= Date.now() && t("Expired on ")}
          {expiresAt
            ? <Since instant={expiresAt} words={formatInstantDay(expiresAt, timeZone)} />
            : t("Never")}
        </Fact>
      </dl>
      <a class="link" href={hrefOf("activity", undefined, { actorId: id })}>{t("What it did")}</a>
      {open === "edit" && (
        <LimitedForm
          shown={of}
          resource={resource}
          onSaved={({ value }) => {
            close();
            list.edit((now) => now.map((each) => each.id === id ? value : each));
            announce(t(`The ${what} {0} is saved.`, value.name));
            // Its networks may have been made meanwhile.
            refresh();
          }}
          onClose={close}
        />
      )}
      {open === "remove" && (
        <Question
          title={`${removal.verb} “${name}”?`}
          action={removal.action}
          run={async () => {
            await removal.run();
            list.edit((now) => now.filter((each) => each.id !== id));
            announce(removal.said);
          }}
          onClose={close}
        >
          <p>{removal.words}</p>
        </Question>
      )}
    </li>
  );
}

/** How long a phone takes for what it has to say, in milliseconds. */
const oneSync = 600_000;

/** What a phone changed when it synchronised last. */
function Synchronised({ keyId, at }: { keyId: string; at: string }) {
  const from = new Date(Date.parse(at) - oneSync).toISOString();
  const { data } = useLoad(
    (signal) => kith.activity.list({ actorId: keyId, from, pageSize: 1 }, { signal }),
    [keyId, at],
  );
  return <>{t("synchronised")}{data && `, ${counted(data.total, "change")}`}</>;
}

interface FactProps {
  name: string;
  more?: ComponentChildren;
  children: ComponentChildren;
}

const Fact = ({ name, more, children }: FactProps) => (
  <div>
    <dt class="fine">{name}</dt>
    <dd>
      {children}
      {more && <p class="fine">{more}</p>}
    </dd>
  </div>
);
