import { useState } from "preact/hooks";
import { Button } from "../ui/buttons.tsx";
import { SelectField } from "../ui/fields.tsx";
import { Notice } from "../ui/states.tsx";
import { guessWord, mappingWords } from "./mapping-words.ts";
import type { ImportWork } from "./work.ts";

/** Asks what the columns of a table are. */
export function MappingForm({ work, columns }: { work: ImportWork; columns: string[] }) {
  const { file, mapping: before, problem } = work.state;
  const [words, setWords] = useState(() =>
    columns.map((column) => before ? before[column] ?? "" : guessWord(column))
  );
  const mapping = Object.fromEntries(
    columns.map((column, index) => [column, words[index]!]).filter(([, word]) => word !== ""),
  );
  const understood = columns.filter(guessWord);
  const isEmpty = Object.keys(mapping).length === 0;
  const submit = (event: Event) => {
    event.preventDefault();
    if (!isEmpty) void work.preview(file!, mapping);
  };
  return (
    <form class="form" onSubmit={submit}>
      <p>
        {understood.length === 0
          ? "None of the columns has a name that is known."
          : `Understood: ${
            understood.join(", ")
          } (${understood.length} of ${columns.length} columns).`}{" "}
        Say what the columns are. What is left out is not imported.
      </p>
      {problem && before && (
        <Notice tone="danger">{Object.values(problem.fields)[0] ?? problem.detail}</Notice>
      )}
      <div class="mapping">
        {columns.map((column, index) => (
          <SelectField
            key={column}
            label={column}
            value={words[index]!}
            onValue={(word) => setWords(words.map((each, at) => at === index ? word : each))}
          >
            <option value="">Leave out</option>
            {mappingWords.map(([word, label]) => <option key={word} value={word}>{label}</option>)}
          </SelectField>
        ))}
      </div>
      <div class="data-actions">
        <Button submit kind="primary" disabled={isEmpty}>Show what will happen</Button>
        <Button onClick={() => work.reset()}>Choose another file</Button>
      </div>
    </form>
  );
}
