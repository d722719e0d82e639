import { useState } from "preact/hooks";
import { mergeContacts, type Pair } from "../api/duplicates.ts";
import { getContact } from "../api/contacts.ts";
import { SessionEnded, toProblem } from "../api/problem.ts";
import type { MergedContact } from "../api/types.ts";
import { useLoad } from "../hooks/use-load.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Failed, Loading, Notice } from "../ui/states.tsx";
import { Compare } from "./compare.tsx";
import { type Both, type Choices, type Field, labels, tooLong } from "./fields.ts";
import { MergePreview } from "./merge-preview.tsx";

interface Props {
  pair: Pair;
  onMerged: (result: MergedContact) => void;
  onClose: () => void;
}

/** Merges two contacts: first what stays is chosen, then the result is shown, and only then it is done. */
export function MergeDialog({ pair, onMerged, onClose }: Props) {
  const [target, duplicate] = pair.contacts.map(({ id }) => id) as [string, string];
  const both = useLoad(
    (signal): Promise<Both> =>
      Promise.all([getContact(target, signal), getContact(duplicate, signal)]),
    [],
  );
  const [fields, setFields] = useState<Choices>({});
  const [lists, setLists] = useState<Field[]>([]);
  const [preview, setPreview] = useState<MergedContact>();
  const [state, setState] = useState<{ busy?: boolean; problem?: string }>({});
  const send = async (dryRun: boolean) => {
    setState({ busy: true });
    try {
      const result = await mergeContacts(target, { duplicateId: duplicate, fields, dryRun });
      if (!dryRun) return onMerged(result);
      setPreview(result);
      setState({});
    } catch (error) {
      if (error instanceof SessionEnded) return;
      const problem = toProblem(error);
      const longer = tooLong(problem.fields);
      setLists([...new Set([...lists, ...longer])]);
      setFields({ ...Object.fromEntries(longer.map((list) => [list, "target"])), ...fields });
      setPreview(undefined);
      setState({ problem: longer.length > 0 ? limitInWords(longer) : problem.detail });
    }
  };
  return (
    <Dialog title="Merge two contacts" wide onClose={onClose}>
      {state.problem && <Notice tone="danger">{state.problem}</Notice>}
      {preview
        ? <MergePreview result={preview} duplicate={both.data?.[1].displayName ?? ""} />
        : both.data
        ? <Compare both={both.data} lists={lists} choices={fields} onChange={setFields} />
        : both.problem
        ? <Failed problem={both.problem} retry={both.reload} />
        : <Loading what="both contacts" rows={2} />}
      <div class="dialog-actions">
        {preview && <Button onClick={() => setPreview(undefined)}>Back</Button>}
        <Button onClick={onClose}>Cancel</Button>
        <Button
          key={preview ? "merge" : "preview"}
          kind="primary"
          busy={state.busy === true}
          disabled={!both.data}
          onClick={() => void send(!preview)}
        >
          {preview ? "Merge" : "Show the result"}
        </Button>
      </div>
    </Dialog>
  );
}

const limitInWords = (fields: Field[]) =>
  `Together they have more than 20 of these: ${
    fields.map((field) => labels[field].toLowerCase()).join(", ")
  }. Choose whose stay.`;
