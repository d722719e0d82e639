/** The view of the profile and the account. */
import { t } from "../base/texts.ts";
import { useEffect, useMemo, useState } from "preact/hooks";
import { kith } from "../api/kith.ts";
import { Refused } from "../base/problem.ts";
import type { Profile } from "@kith/client";
import { changed, rebased } from "../hooks/drafts.ts";
import { useLoad } from "../hooks/load.ts";
import { signOutByUser } from "../session/session.ts";
import { useDrafts } from "../hooks/kept-drafts.ts";
import { browserTimeZone } from "../hooks/time-zone.ts";
import { useProfile } from "../shell/profile.ts";
import { counted } from "../base/words.ts";
import { View } from "../shell/view.tsx";
import { announce } from "../ui/announce.tsx";
import { Button } from "../ui/buttons.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field, SelectField } from "../ui/fields.tsx";
import { useForm } from "../ui/form.tsx";
import { Failed, Loading, Notice } from "../ui/states.tsx";
import { countries, countryName, likelyCountry, offsetOf, timeZones } from "../base/places.ts";
import { CalendarsSection } from "../notices/calendars.tsx";
import { ChannelsSection } from "../notices/channels.tsx";
import { SignInSection } from "./sign-in-section.tsx";

export function ProfileView() {
  const { data, problem, reload, change } = useProfile();
  return (
    <View title={t("Profile")}>
      {data
        ? (
          <>
            <ProfileForm profile={data} onSaved={change} />
            <ChannelsSection profile={data} onSaved={change} />
            <CalendarsSection />
            <SignInSection email={data.email ?? data.id} />
            <DeleteAccount email={data.email ?? data.id} />
          </>
        )
        : problem
        ? <Failed problem={problem} retry={reload} />
        : <Loading what="your profile" rows={2} />}
    </View>
  );
}

const draftOf = ({ name, timezone, country, nameOrder, eastAsianNames }: Profile) => ({
  name: name ?? "",
  timezone,
  country: country ?? "",
  nameOrder,
  eastAsianNames,
});

function ProfileForm(
  { profile, onSaved }: { profile: Profile; onSaved: (profile: Profile) => void },
) {
  const [{ draft, base }, setEdited] = useState({
    draft: draftOf(profile),
    base: draftOf(profile),
  });
  // A new account gets its time zone and country a moment after it is made.
  useEffect(() => {
    const next = draftOf(profile);
    setEdited({ draft: rebased(draft, base, next), base: next });
  }, [profile]);
  const set = (change: Partial<typeof draft>) =>
    setEdited({ draft: { ...draft, ...change }, base });
  const { name, timezone, country, nameOrder, eastAsianNames } = draft;
  const [saved, setSaved] = useState(false);
  const body = {
    name: name.trim() || null,
    timezone,
    country: country || null,
    nameOrder,
    eastAsianNames,
  };
  const changes = changed(body, profile as typeof body);
  const isChanged = Object.keys(changes).length > 0;
  const save = async () => {
    setSaved(false);
    onSaved(await kith.me.update(changes));
    setSaved(true);
    announce(t("Your profile is saved."));
  };
  const form = useForm({ save });
  const zones = useMemo(() => timeZones(timezone), [timezone]);
  const browserZone = browserTimeZone();
  const likely = likelyCountry(timezone);
  return (
    <form class="card card-body form stack gap-5" onSubmit={form.submit}>
      {form.refusal && <Notice tone="danger">{form.refusal}</Notice>}
      <Field
        label={t("Name")}
        autocomplete="name"
        maxLength={255}
        value={name}
        onValue={(name) => set({ name })}
        problem={form.fields["name"]}
      />
      <SelectField
        label={t("Time zone")}
        value={timezone}
        onValue={(timezone) => set({ timezone })}
        options={zones}
        hint={t(
          "Now {0}. It decides when a day begins, for notes, reminders and due contacts.",
          offsetOf(timezone),
        )}
        problem={form.fields["timezone"]}
      />
      {browserZone !== timezone && (
        <Proposal
          words={t("The time zone of this browser is")}
          name={browserZone.replaceAll("_", " ")}
          use={() => set({ timezone: browserZone })}
        />
      )}
      <SelectField
        label={t("Names")}
        value={nameOrder}
        onValue={(nameOrder) => set({ nameOrder })}
        options={[["firstName", t("First name first")], ["lastName", t("Last name first")]]}
      />
      <SelectField
        label={t("East Asian names")}
        value={eastAsianNames}
        onValue={(eastAsianNames) => set({ eastAsianNames })}
        options={[["lastName", "王秉元"], ["firstName", "秉元 王"]]}
      />
      <SelectField
        label={t("Country")}
        value={country}
        onValue={(country) => set({ country })}
        options={[["", t("None")], ...countries()]}
        hint={t("Phone numbers without a calling code are taken for numbers of this country.")}
      />
      {likely && likely !== country && (
        <Proposal
          words={t("You seem to be in")}
          name={countryName(likely)}
          use={() => set({ country: likely })}
        />
      )}
      <div class="line gap-3">
        <Button submit kind="primary" busy={form.busy} disabled={!isChanged}>{t("Save")}</Button>
        {saved && !isChanged && <span class="fine">{t("Saved.")}</span>}
      </div>
    </form>
  );
}

function Proposal({ words, name, use }: { words: string; name: string; use: () => void }) {
  return (
    <p class="proposal label">
      {words} {name}. <button type="button" class="link" onClick={use}>{t("Use {0}", name)}</button>
    </p>
  );
}

function DeleteAccount({ email }: { email: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <section class="section">
      <h2 class="section-title">{t("Delete your account")}</h2>
      <div class="card card-body apart line gap-5 spread">
        <p>
          {t(
            "Deletes the account and everything in it: contacts with their photos, networks, notes, reminders and API keys. This cannot be undone.",
          )}
        </p>
        <Button kind="danger" onClick={() => setAsking(true)}>{t("Delete account…")}</Button>
      </div>
      {asking && <Confirmation email={email} onClose={() => setAsking(false)} />}
    </section>
  );
}

function Confirmation({ email, onClose }: { email: string; onClose: () => void }) {
  const counts = useLoad(countAll, []);
  const drafts = useDrafts();
  const [typed, setTyped] = useState("");
  const same = typed.trim().toLowerCase() === email.toLowerCase();
  const remove = async () => {
    if (!same) throw new Refused(t("That is not the address of this account."));
    await kith.me.delete();
    drafts.clear();
    await signOutByUser(t("Your account and everything in it is deleted."));
  };
  const form = useForm({ save: remove });
  return (
    <Dialog title={t("Delete your account?")} onClose={onClose}>
      <form class="form stack gap-5" onSubmit={form.submit}>
        <p>{t("This will be deleted permanently, and every key stops working at once:")}</p>
        <ul class="to-delete label break sunken" aria-busy={counts.loading}>
          {counts.data ? linesOf(counts.data).map((line) => <li key={line}>{line}</li>) : (
            <li>
              {counts.loading ? t("Counting…") : t("All contacts, notes, reminders and keys")}
            </li>
          )}
        </ul>
        <Field
          label={t("Type {0} to confirm", email)}
          type="text"
          inputMode="email"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          value={typed}
          onValue={setTyped}
        />
        {form.refusal && <Notice tone="danger">{form.refusal}</Notice>}
        <div class="dialog-actions">
          <Button onClick={onClose}>{t("Keep my account")}</Button>
          <Button submit kind="danger" busy={form.busy} disabled={!same}>
            {t("Delete everything")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type List = (query: { pageSize: number }, options: { signal: AbortSignal }) => PromiseLike<Page>;
type Page = { total: number };

/** How many resources of each kind there are, in the order in which they are shown. */
function countAll(signal: AbortSignal) {
  const kinds: [string, { list: List }][] = [
    ["contact", kith.contacts],
    ["network", kith.networks],
    ["note", kith.notes],
    ["reminder", kith.reminders],
    ["API key", kith.apiKeys],
  ];
  return Promise.all(kinds.map(async ([kind, resource]): Promise<[string, number]> => {
    const { total } = await resource.list({ pageSize: 1 }, { signal });
    return [kind, total];
  }));
}

function linesOf(counts: [string, number][]): string[] {
  const lines = counts.filter(([, count]) => count > 0).map(([kind, count]) => {
    const photos = kind !== "contact"
      ? ""
      : count === 1
      ? t(" with its photo")
      : t(" with their photos");
    return counted(count, kind) + photos;
  });
  return [...lines, t("The account itself and its profile")];
}
