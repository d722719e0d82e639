import { useState } from "preact/hooks";
import { createKey } from "../api/kith.ts";
import { SessionEnded, toProblem } from "../api/problem.ts";
import type { CreatedApiKey } from "../api/types.ts";
import { useForm } from "../session/use-form.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/states.tsx";
import { keyLimit } from "./keys-view.tsx";

interface Props {
  /** The account has reached the limit of keys. */
  full: boolean;
  onCreated: (key: CreatedApiKey) => void;
  /** The API reports that the limit is reached, because a key was created elsewhere. */
  onFull: () => void;
}

export function CreateKey({ full, onCreated, onFull }: Props) {
  const [name, setName] = useState("");
  const form = useForm(async () => {
    try {
      onCreated(await createKey(name));
      setName("");
    } catch (error) {
      if (error instanceof SessionEnded) return;
      const problem = toProblem(error);
      if (problem.code === "api_key_limit_reached") onFull();
      return problem.fields["name"] ?? problem.detail;
    }
  });
  if (full) {
    return (
      <Notice tone="danger">
        You have {keyLimit} keys, which is the limit. Delete one that is no longer used.
      </Notice>
    );
  }
  return (
    <form class="card card-body inline-form" onSubmit={form.onSubmit}>
      <Field
        label="Name of the new key"
        placeholder="Mail assistant"
        hint="Who or what uses it."
        required
        pattern=".*\S.*"
        maxLength={100}
        autocomplete="off"
        value={name}
        onValue={setName}
        problem={form.problem}
      />
      <Button submit kind="primary" icon="key" busy={form.busy}>Create key</Button>
    </form>
  );
}
