/** Calendars that Kith reads to notice whom a person has met. */
import { t } from "../base/texts.ts";
import { useState } from "preact/hooks";
import { kith } from "../api/kith.ts";
import { sinceInWords } from "../base/dates.ts";
import { useAction, useLoad } from "../hooks/load.ts";
import { useTimeZone } from "../hooks/time-zone.ts";
import { Button } from "../ui/buttons.tsx";
import { Field } from "../ui/fields.tsx";
import { Notice } from "../ui/states.tsx";
import { Way } from "../ui/way.tsx";

/** The calendars, each with when it was read, and a field for the address of another one. */
export function CalendarsSection() {
  const { data, reload } = useLoad((signal) => kith.calendars.list({}, { signal }), []);
  const action = useAction();
  const timeZone = useTimeZone();
  const [url, setUrl] = useState("");
  const run = (work: () => Promise<unknown>) =>
    void action.run(async () => {
      await work();
      setUrl("");
      reload();
    });
  return (
    <section class="section">
      <h2 class="section-title">{t("Whom you met")}</h2>
      <form
        class="card card-body stack gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const name = new URL(url.replace(/^webcal/, "https")).hostname;
          run(() => kith.calendars.create({ name, url }));
        }}
      >
        {data?.data.map(({ id, name, mode, lastReadAt, lastError }) => (
          <Way
            key={id}
            name={name}
            about={lastError
              ? t("It could not be read ({0}).", lastError)
              : lastReadAt
              ? t("Read {0}", sinceInWords(lastReadAt, timeZone))
              : t("It is read within the hour.")}
          >
            <div class="flow gap-3">
              <Button
                onClick={() =>
                  run(() =>
                    kith.calendars.update(id, { mode: mode === "log" ? "suggest" : "log" })
                  )}
              >
                {mode === "log" ? t("Ask me first") : t("Note by itself")}
              </Button>
              <Button onClick={() => run(() => kith.calendars.delete(id))}>
                {t("Remove")}
              </Button>
            </div>
          </Way>
        ))}
        <div class="line gap-3">
          <Field
            type="url"
            label={t("Secret address of a calendar")}
            hint={t("Google, Apple, Outlook, Fastmail and Nextcloud publish one, as iCal.")}
            required
            value={url}
            onValue={setUrl}
          />
          <Button submit busy={action.busy}>{t("Add")}</Button>
        </div>
        {action.problem && <Notice tone="danger">{action.problem.detail}</Notice>}
      </form>
    </section>
  );
}
