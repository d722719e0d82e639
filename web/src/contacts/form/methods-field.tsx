import { useRef } from "preact/hooks";
import type { Problem } from "../../api/problem.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import type { MethodDraft, methods } from "./draft.ts";

type Kind = (typeof methods)[number];

const kinds: Record<Kind, { one: string; type: string; labels: string }> = {
  emails: { one: "E-mail address", type: "email", labels: "work, home…" },
  phones: { one: "Phone number", type: "tel", labels: "mobile, work…" },
  urls: { one: "Link", type: "url", labels: "website, profile…" },
};

interface Props {
  kind: Kind;
  list: MethodDraft[];
  onChange: (list: MethodDraft[]) => void;
  fields: Problem["fields"];
}

/** E-mail addresses, phone numbers or links: a row for each. */
export function MethodsField({ kind, list, onChange, fields }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { one, type, labels } = kinds[kind];
  const set = (index: number, change: Partial<MethodDraft>) =>
    onChange(list.map((each, at) => at === index ? { ...each, ...change } : each));
  const focusOn = (selector: string, index: number) =>
    setTimeout(() => [...box.current!.querySelectorAll<HTMLElement>(selector)].at(index)?.focus());
  const add = () => {
    onChange([...list, { value: "", label: "" }]);
    focusOn(".method input[inputmode]", -1);
  };
  // The problems are of what was sent, where rows without a value were left out.
  const sent = list.filter(({ value }) => value.trim());
  return (
    <div ref={box} class="methods">
      {list.map((each, index) => (
        <div key={index} class="method">
          <Field
            label={list.length > 1 ? `${one} ${index + 1}` : one}
            inputMode={type as "email"}
            autocomplete="off"
            value={each.value}
            onValue={(value) => set(index, { value })}
            problem={fields[`${kind}/${sent.indexOf(each)}/value`]}
          />
          <Field
            label="Label"
            aria-label={`Label of ${one.toLowerCase()} ${index + 1}`}
            placeholder={labels}
            autocomplete="off"
            value={each.label}
            onValue={(label) => set(index, { label })}
            problem={fields[`${kind}/${sent.indexOf(each)}/label`]}
          />
          <IconButton
            icon="close"
            label={`Remove ${one.toLowerCase()} ${index + 1}`}
            title="Remove"
            onClick={() => {
              onChange(list.filter((_, at) => at !== index));
              focusOn(".button", -1);
            }}
          />
        </div>
      ))}
      <Button kind="plain" icon="plus" onClick={add}>Add {one.toLowerCase()}</Button>
    </div>
  );
}
