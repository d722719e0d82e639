import type { FileImport } from "@kith/client";
import { useState } from "preact/hooks";
import { Button } from "../ui/buttons.tsx";
import { Choice, ChoiceGroup, SelectField } from "../ui/fields.tsx";
import { Notice } from "../ui/states.tsx";
import type { RowFilter } from "./row-reader.ts";
import { Rows } from "./rows.tsx";
import type { ImportWork, OnMatch } from "./work.ts";

const actions = [
  ["create", "new"],
  ["match", "there already"],
  ["conflict", "unclear"],
  ["error", "that cannot be read"],
] as const;

const ways: [OnMatch, string, string][] = [
  ["merge", "Merge", "Adds what is missing; nothing is replaced."],
  ["skip", "Skip", "Leaves the contacts as they are."],
  ["create", "Create anyway", "Adds them beside the contacts that are there."],
];

/** What applying a file would do, and what can be chosen. */
export function Preview({ work, found }: { work: ImportWork; found: FileImport }) {
  const [filter, setFilter] = useState<RowFilter>("");
  const { busy, onMatch, problem } = work.state;
  const { counts, dropped, photos } = found;
  const present = actions.filter(([action]) => counts[action] > 0);
  const isUseful = counts.create + counts.match + counts.conflict > 0;
  return (
    <>
      <p>
        {present.map(([action, words]) => `${counts[action]} ${words}`).join(", ") ||
          "Nothing is in this file"}. {photos > 0 && `${photos} with a photo. `}
        Nothing is changed yet.
      </p>
      <Dropped work={work} found={found} dropped={dropped} />
      {counts.match > 0 && (
        <ChoiceGroup legend="Those that are there already">
          {ways.map(([way, label, hint]) => (
            <Choice
              key={way}
              type="radio"
              name="on-match"
              label={label}
              hint={hint}
              checked={onMatch === way}
              disabled={busy !== undefined}
              onChoose={() => work.set({ onMatch: way })}
            />
          ))}
        </ChoiceGroup>
      )}
      {problem && (
        <Notice tone="danger">
          {problem.detail} What you chose is kept; try again.
        </Notice>
      )}
      <div class="data-actions">
        {isUseful && (
          <Button
            kind="primary"
            busy={busy === "apply"}
            onClick={() => void work.apply()}
          >
            {problem ? "Try again" : "Import"}
          </Button>
        )}
        <Button disabled={busy !== undefined} onClick={() => work.reset()}>
          Choose another file
        </Button>
      </div>
      {present.length > 1 && (
        <SelectField
          label="Show"
          value={filter}
          onValue={(value) => setFilter(value as RowFilter)}
        >
          <option value="">Everything</option>
          {present.map(([action, words]) => (
            <option key={action} value={action}>{`${counts[action]} ${words}`}</option>
          ))}
        </SelectField>
      )}
      <Rows key={filter} work={work} found={found} filter={filter} />
    </>
  );
}

interface DroppedProps {
  work: ImportWork;
  found: FileImport;
  dropped: FileImport["dropped"];
}

/** What of the file is left out. */
function Dropped({ work, found, dropped }: DroppedProps) {
  if (dropped.length === 0) return null;
  return (
    <>
      <details class="changes">
        <summary>
          Left out of the file: {dropped.length === 1 ? "1 field" : `${dropped.length} fields`}
        </summary>
        <ul>
          {dropped.map(({ property, count }) => (
            <li key={property} class="break">{property} ({count}×)</li>
          ))}
        </ul>
      </details>
      {found.format === "csv" && (
        <p>
          <button type="button" class="link" onClick={() => void work.askForMapping()}>
            Say what the columns are
          </button>
        </p>
      )}
    </>
  );
}
