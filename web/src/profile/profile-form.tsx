import { useState } from "preact/hooks";
import { updateProfile } from "../api/kith.ts";
import { type Problem, SessionEnded, toProblem } from "../api/problem.ts";
import type { Profile } from "../api/types.ts";
import { useForm } from "../session/use-form.ts";
import { browserTimeZone } from "../shell/context.tsx";
import { announce } from "../ui/announce.tsx";
import { Button } from "../ui/buttons.tsx";
import { Field, SelectField } from "../ui/fields.tsx";
import { Notice } from "../ui/states.tsx";
import { browserCountry, countries, countryName } from "./countries.ts";
import { TimeZoneField } from "./time-zone-field.tsx";

interface Props {
  profile: Profile;
  onSaved: (profile: Profile) => void;
}

export function ProfileForm({ profile, onSaved }: Props) {
  const [name, setName] = useState(profile.name ?? "");
  const [timezone, setTimezone] = useState(profile.timezone);
  const [country, setCountry] = useState(profile.country ?? "");
  const [problem, setProblem] = useState<Problem>();
  const [saved, setSaved] = useState(false);
  const changed = name.trim() !== (profile.name ?? "") || timezone !== profile.timezone ||
    country !== (profile.country ?? "");
  const form = useForm(async () => {
    setProblem(undefined);
    setSaved(false);
    try {
      onSaved(
        await updateProfile({
          name: name.trim() || null,
          timezone,
          country: country || null,
        }),
      );
      setSaved(true);
      announce("Your profile is saved.");
    } catch (error) {
      if (!(error instanceof SessionEnded)) setProblem(toProblem(error));
    }
    return undefined;
  });
  const browserZone = browserTimeZone();
  const browserRegion = browserCountry();
  return (
    <form class="card card-body form" onSubmit={form.onSubmit}>
      {problem && <Notice tone="danger">{problem.detail}</Notice>}
      <Field
        label="Name"
        autocomplete="name"
        maxLength={255}
        value={name}
        onValue={setName}
        problem={problem?.fields["name"]}
      />
      <TimeZoneField
        value={timezone}
        onChange={setTimezone}
        problem={problem?.fields["timezone"]}
      />
      {browserZone !== timezone && (
        <p class="proposal">
          The time zone of this browser is {browserZone.replaceAll("_", " ")}.{" "}
          <button type="button" class="link" onClick={() => setTimezone(browserZone)}>
            Use {browserZone.replaceAll("_", " ")}
          </button>
        </p>
      )}
      <SelectField
        label="Country"
        value={country}
        onValue={setCountry}
        hint="Phone numbers without a calling code are taken for numbers of this country."
      >
        <option value="">None</option>
        {countries().map(({ code, name }) => <option key={code} value={code}>{name}</option>)}
      </SelectField>
      {browserRegion && browserRegion !== country && (
        <p class="proposal">
          The language of this browser is that of {countryName(browserRegion)}.{" "}
          <button type="button" class="link" onClick={() => setCountry(browserRegion)}>
            Use {countryName(browserRegion)}
          </button>
        </p>
      )}
      <div class="form-end">
        <Button submit kind="primary" busy={form.busy} disabled={!changed}>Save</Button>
        {saved && !changed && <span class="fine">Saved.</span>}
      </div>
    </form>
  );
}
