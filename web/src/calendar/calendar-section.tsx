import { useState } from "preact/hooks";
import { createCalendar, deleteCalendar, getCalendar } from "../api/calendar.ts";
import { SessionEnded, toProblem } from "../api/problem.ts";
import { useLoad } from "../hooks/load.ts";
import { useTimeZone } from "../shell/context.tsx";
import { announce } from "../ui/announce.tsx";
import { Button, Copyable } from "../ui/buttons.tsx";
import { formatInstantDay } from "../ui/dates.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Failed, Loading, Notice } from "../ui/states.tsx";

type Step = "make" | "reset" | "off";

/** The calendar feed: makes it, shows its address once, and switches it off. */
export function CalendarSection() {
  const calendar = useLoad(getCalendar, []);
  const timeZone = useTimeZone();
  // Nowhere else, because whoever has it can read the feed.
  const [url, setUrl] = useState<string>();
  const [asking, setAsking] = useState<"reset" | "off">();
  const { data, problem, reload, change } = calendar;
  const run = async (step: Step) => {
    if (step === "off") {
      await deleteCalendar();
      setUrl(undefined);
      change({ isEnabled: false, createdAt: null });
      announce("The calendar is switched off.");
    } else {
      const made = await createCalendar();
      setUrl(made.url);
      change(made.state);
      announce("The address of your calendar is shown.");
    }
    setAsking(undefined);
  };
  return (
    <section class="section" aria-labelledby="calendar">
      <h2 id="calendar" class="section-title">Calendar</h2>
      <div class="card card-body data-card">
        <p>
          An address that calendar apps subscribe to: they show birthdays, reminders and who is due,
          and look for changes by themselves, most of them a few times a day.
        </p>
        {data
          ? data.isEnabled && data.createdAt
            ? (
              <>
                {url ? <Address url={url} /> : (
                  <p>
                    It is on since{" "}
                    {formatInstantDay(data.createdAt, timeZone)}. Its address cannot be shown again;
                    a new one replaces it.
                  </p>
                )}
                <div class="data-actions">
                  <Button onClick={() => setAsking("reset")}>New address…</Button>
                  <Button kind="danger" onClick={() => setAsking("off")}>Switch off…</Button>
                </div>
              </>
            )
            : <Make make={() => run("make")} />
          : problem
          ? <Failed problem={problem} retry={reload} />
          : <Loading what="your calendar" rows={1} />}
      </div>
      {asking && (
        <Question
          step={asking}
          run={() => run(asking)}
          onClose={() => setAsking(undefined)}
        />
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

/** Runs a step, and tells why where it fails. */
function useStep(run: () => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const start = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await run();
    } catch (error) {
      if (error instanceof SessionEnded) return;
      setProblem(toProblem(error).detail);
    }
    setBusy(false);
  };
  return { busy, problem, start: () => void start() };
}

function Make({ make }: { make: () => Promise<void> }) {
  const { busy, problem, start } = useStep(make);
  return (
    <>
      <div class="data-actions">
        <Button icon="calendar" busy={busy} onClick={start}>Make a calendar address</Button>
      </div>
      {problem && <Notice tone="danger">{problem}</Notice>}
    </>
  );
}

const questions = {
  reset: {
    title: "Make a new address?",
    text: "Calendar apps that use the old one stop getting changes.",
    button: "Make a new address",
  },
  off: {
    title: "Switch the calendar off?",
    text: "Calendar apps that use its address stop getting changes.",
    button: "Switch it off",
  },
};

interface QuestionProps {
  step: keyof typeof questions;
  run: () => Promise<void>;
  onClose: () => void;
}

function Question({ step, run, onClose }: QuestionProps) {
  const { busy, problem, start } = useStep(run);
  const { title, text, button } = questions[step];
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      {problem && <Notice tone="danger">{problem}</Notice>}
      <div class="dialog-actions">
        <Button onClick={onClose}>Keep it</Button>
        <Button kind={step === "off" ? "danger" : "primary"} busy={busy} onClick={start}>
          {button}
        </Button>
      </div>
    </Dialog>
  );
}
