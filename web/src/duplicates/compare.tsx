import type { Contact } from "../api/types.ts";
import { useTimeZone } from "../shell/profile-context.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { Choice, ChoiceGroup } from "../ui/choice.tsx";
import { formatInstantDay } from "../ui/dates.ts";
import {
  type Both,
  type Choices,
  chosen,
  differing,
  type Field,
  labels,
  type Side,
  valueOf,
} from "./fields.ts";
import { useStepHeading } from "./use-step-heading.ts";

interface Props {
  both: Both;
  /** Lists that are too long together. */
  lists: Field[];
  choices: Choices;
  onChange: (choices: Choices) => void;
}

const sides: { side: Side; name: string }[] = [
  { side: "target", name: "First contact" },
  { side: "duplicate", name: "Second contact" },
];

/** Both contacts side by side, with a choice for each field in which they differ. */
export function Compare({ both, lists, choices, onChange }: Props) {
  const heading = useStepHeading();
  const fields = differing(both);
  const isOneSided = (field: Field) => both.some((contact) => valueOf(contact, field) === null);
  const oneSided = fields.filter(isOneSided);
  const conflicts = [...lists, ...fields.filter((field) => !isOneSided(field))];
  const choose = (field: Field) => (
    <FieldChoice
      key={field}
      field={field}
      both={both}
      value={chosen(choices, field, both)}
      onChange={(side) => onChange({ ...choices, [field]: side })}
    />
  );
  return (
    <div class="compare">
      <div class="pair-columns">
        {sides.map(({ name }, index) => <Summary key={name} title={name} contact={both[index]!} />)}
      </div>
      <h3 ref={heading} tabIndex={-1}>
        {conflicts.length > 0 ? "Choose what stays" : "They do not contradict each other"}
      </h3>
      {conflicts.map(choose)}
      {oneSided.length > 0 && (
        <details class="one-sided">
          <summary>Only one of them has: {inWords(oneSided)}</summary>
          {oneSided.map(choose)}
        </details>
      )}
      <p class="fine">
        Everything else is kept: the e-mail addresses, phone numbers, links, addresses, networks,
        notes and reminders of both.
      </p>
    </div>
  );
}

const inWords = (fields: Field[]) => fields.map((field) => labels[field].toLowerCase()).join(", ");

interface FieldProps {
  field: Field;
  both: Both;
  value: Side;
  onChange: (side: Side) => void;
}

function FieldChoice({ field, both, value, onChange }: FieldProps) {
  return (
    <ChoiceGroup legend={labels[field]}>
      <div class="pair-columns">
        {sides.map(({ side, name }, index) => (
          <Choice
            key={side}
            type="radio"
            name={field}
            label={valueOf(both[index]!, field) ?? "Nothing"}
            hint={name}
            checked={value === side}
            onChoose={() => onChange(side)}
          />
        ))}
      </div>
    </ChoiceGroup>
  );
}

function Summary({ title, contact }: { title: string; contact: Contact }) {
  const timeZone = useTimeZone();
  const { displayName, photoUrl, emails, phones, urls, createdAt } = contact;
  return (
    <section class="someone" aria-label={title}>
      <p class="fine">{title}</p>
      <Avatar name={displayName} photoUrl={photoUrl} />
      <p class="someone-name">{displayName}</p>
      {[...emails, ...phones, ...urls].map(({ value }) => <p key={value} class="fine">{value}</p>)}
      <p class="fine">Added {formatInstantDay(createdAt, timeZone)}</p>
    </section>
  );
}
