import { useState } from "preact/hooks";
import { kith } from "../api/kith.ts";
import { useAction } from "../hooks/action.ts";
import { useLoad } from "../hooks/load.ts";
import { projectUrl } from "../settings.ts";
import { useTimeZone } from "../shell/context.tsx";
import { announce } from "../ui/announce.tsx";
import { Button, Copyable } from "../ui/buttons.tsx";
import { formatInstantDay } from "../ui/dates.ts";
import { Question } from "../ui/dialog.tsx";
import { Failed, Loading, Notice } from "../ui/states.tsx";

const questions = {
  reset: {
    title: "Make a new address?",
    text: "Calendar apps that use the old one stop getting changes.",
    action: "Make a new address",
    kind: "primary",
  },
  off: {
    title: "Switch the calendar off?",
    text: "Calendar apps that use its address stop getting changes.",
    action: "Switch it off",
    kind: "danger",
  },
} as const;

/** The calendar feed: makes it, shows its address once, and switches it off. */
export function CalendarSection() {
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
    announce("The address of your calendar is shown.");
  };
  const switchOff = async () => {
    await kith.me.deleteCalendar();
    setUrl(undefined);
    change({ isEnabled: false, createdAt: null });
    setAsking(undefined);
    announce("The calendar is switched off.");
  };
  return (
    <section class="section" aria-labelledby="calendar">
      <h2 id="calendar" class="section-title">Calendar</h2>
      <div class="card card-body data-card">
        <p>
          An address that calendar apps subscribe to: they show birthdays, reminders and who is due,
          and look for changes by themselves, most of them a few times a day.
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
                  It is on since{" "}
                  {formatInstantDay(data.createdAt, timeZone)}. Its address cannot be shown again; a
                  new one replaces it.
                </p>
              )}
              <div class="data-actions">
                <Button onClick={() => setAsking("reset")}>New address…</Button>
                <Button kind="danger" onClick={() => setAsking("off")}>Switch off…</Button>
              </div>
            </>
          )
          : (
            <div class="data-actions">
              <Button icon="calendar" busy={making.busy} onClick={() => void making.run(make)}>
                Make a calendar address
              </Button>
            </div>
          )}
        {making.problem && <Notice tone="danger">{making.problem.detail}</Notice>}
      </div>
      {asking && (
        <Question
          {...questions[asking]}
          run={asking === "off" ? switchOff : make}
          onClose={() => setAsking(undefined)}
        >
          <p>{questions[asking].text}</p>
        </Question>
      )}
    </section>
  );
}

function Address({ url }: { url: string }) {
  return (
    <>
      <Notice>
        Copy it now: it is never shown again. Whoever has it can read your calendar.
      </Notice>
      <Copyable label="Address" text={url} />
      <p>
        <a href={url.replace(/^https?/, "webcal")}>Open it in the calendar app of this device</a>
      </p>
    </>
  );
}
