/** The view for import, export and the calendar feed. */
import { t } from "../base/texts.ts";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { files } from "../api/files.ts";
import { saveFile } from "../base/save-file.ts";
import { kith } from "../api/kith.ts";
import { useAction, useLoad } from "../hooks/load.ts";
import { ImportSection } from "../imports/import-section.tsx";
import { projectUrl } from "../base/settings.ts";
import { useTimeZone } from "../hooks/time-zone.ts";
import { View } from "../shell/view.tsx";
import { announce } from "../ui/announce.tsx";
import { Button, Copyable } from "../ui/buttons.tsx";
import { formatInstantDay } from "../base/dates.ts";
import { Question } from "../ui/dialog.tsx";
import { SelectField } from "../ui/fields.tsx";
import { Failed, Loading, Notice } from "../ui/states.tsx";

/** What goes in and out of an account: files, and the calendar feed. */
export function DataView() {
  return (
    <View title={t("Data")}>
      <ImportSection />
      <ExportSection />
      <CalendarSection />
    </View>
  );
}

interface CardProps {
  id: string;
  title: string;
  children: ComponentChildren;
}

const DataCard = ({ id, title, children }: CardProps) => (
  <section class="section" aria-labelledby={id}>
    <h2 id={id} class="section-title">{title}</h2>
    <div class="card card-body data-card stack gap-4">{children}</div>
  </section>
);

const kinds = [
  { label: t("Contacts as vCard"), format: "vcard", name: "kith-contacts", extension: "vcf" },
  { label: t("Contacts as CSV"), format: "csv", name: "kith-contacts", extension: "csv" },
  { label: t("Contacts as JSON"), format: "json", name: "kith-contacts", extension: "json" },
  { label: t("Everything as JSON"), format: undefined, name: "kith", extension: "json" },
] as const;

type Kind = (typeof kinds)[number];

/** Not `blob()`, which hides why a body breaks off. */
async function readWhole({ body, headers }: Response): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = body!.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts, { type: headers.get("content-type")! });
    parts.push(value);
  }
}

/** Buttons that save what is in the account as files. */
function ExportSection() {
  const { busy, problem, run } = useAction();
  const [kind, setKind] = useState<Kind>();
  const running = useRef<AbortController>();
  useEffect(() => () => running.current?.abort(), []);
  const save = async ({ format, name, extension }: Kind) => {
    const { signal } = running.current = new AbortController();
    try {
      const file = await readWhole(await files.export(format ? { format } : {}, { signal }));
      saveFile(file, `${name}-${new Date().toISOString().slice(0, 10)}.${extension}`);
      announce(t("The file is saved."));
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  };
  const start = (next: Kind) => {
    if (busy) return;
    setKind(next);
    void run(() => save(next));
  };
  return (
    <DataCard id="export" title={t("Export")}>
      <p>
        {t(
          "Contacts as vCard for phones and address books, as CSV for Google Contacts and Outlook, or as JSON. Everything, with notes and reminders, is a JSON file that can be imported here.",
        )}
      </p>
      <div class="flow gap-3">
        {kinds.map((each) => (
          <Button
            key={each.label}
            busy={busy && each === kind}
            onClick={() => start(each)}
          >
            {each.label}
          </Button>
        ))}
      </div>
      {problem && <Notice tone="danger">{t("Nothing was saved. {0}", problem.detail)}</Notice>}
    </DataCard>
  );
}

/** Whose birthdays the calendar has, as people choose it. */
const birthdays: [string, string][] = [
  ["all", t("Of everybody")],
  ["close", t("Of favourites, and of whom you want to be in touch with")],
  ["none", t("None")],
];

const questions = {
  reset: {
    title: t("Make a new address?"),
    text: t("Calendar apps that use the old one stop getting changes."),
    action: t("Make a new address"),
    kind: "primary",
  },
  off: {
    title: t("Switch the calendar off?"),
    text: t("Calendar apps that use its address stop getting changes."),
    action: t("Switch it off"),
    kind: "danger",
  },
} as const;

/** The calendar feed: makes it, shows its address once, and switches it off. */
function CalendarSection() {
  const timeZone = useTimeZone();
  // Nowhere else, because whoever has it can read the feed.
  const [url, setUrl] = useState<string>();
  const [asking, setAsking] = useState<"reset" | "off">();
  const { data, problem, reload, change } = useLoad(
    (signal) => kith.me.getCalendar({ signal }),
    [],
  );
  const making = useAction();
  const make = async () => {
    const { url, ...state } = await kith.me.createCalendar();
    // The service may not know its address.
    setUrl(new URL(url!, projectUrl).href);
    change(state);
    setAsking(undefined);
    announce(t("The address of your calendar is shown."));
  };
  const choose = async (value: string) => {
    change(await kith.me.updateCalendar({ birthdays: value as "all" }));
    announce(t("Saved."));
  };
  const switchOff = async () => {
    await kith.me.deleteCalendar();
    setUrl(undefined);
    change({ isEnabled: false, createdAt: null, birthdays: null });
    setAsking(undefined);
    announce(t("The calendar is switched off."));
  };
  return (
    <DataCard id="calendar" title={t("Calendar")}>
      <p>
        {t(
          "An address that calendar apps subscribe to: they show birthdays, reminders and who is due, and look for changes by themselves, most of them a few times a day.",
        )}
      </p>
      {!data
        ? problem
          ? <Failed problem={problem} retry={reload} />
          : <Loading what="your calendar" rows={1} />
        : data.isEnabled && data.createdAt
        ? (
          <>
            {url ? <Address url={url} /> : (
              <p>
                {t(
                  "It is on since {0}. Its address cannot be shown again; a new one replaces it.",
                  formatInstantDay(data.createdAt, timeZone),
                )}
              </p>
            )}
            <SelectField
              label={t("Birthdays in it")}
              options={birthdays}
              value={data.birthdays ?? "all"}
              onValue={(value) => void making.run(() => choose(value))}
            />
            <div class="flow gap-3">
              <Button onClick={() => setAsking("reset")}>{t("New address…")}</Button>
              <Button kind="danger" onClick={() => setAsking("off")}>{t("Switch off…")}</Button>
            </div>
          </>
        )
        : (
          <div class="flow gap-3">
            <Button icon="calendar" busy={making.busy} onClick={() => void making.run(make)}>
              {t("Make a calendar address")}
            </Button>
          </div>
        )}
      {making.problem && <Notice tone="danger">{making.problem.detail}</Notice>}
      {asking && (
        <Question
          {...questions[asking]}
          run={asking === "off" ? switchOff : make}
          onClose={() => setAsking(undefined)}
        >
          <p>{questions[asking].text}</p>
        </Question>
      )}
    </DataCard>
  );
}

function Address({ url }: { url: string }) {
  return (
    <>
      <Notice>
        {t("Copy it now: it is never shown again. Whoever has it can read your calendar.")}
      </Notice>
      <Copyable label={t("Address")} text={url} />
      <p>
        <a href={url.replace(/^https?/, "webcal")}>
          {t("Open it in the calendar app of this device")}
        </a>
      </p>
    </>
  );
}
