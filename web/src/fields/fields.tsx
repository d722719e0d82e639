/** Fields of one's own: managing them, and the inputs and words of their values. */
import { t } from "../base/texts.ts";
import { kith, whole } from "../api/kith.ts";
import type { Field as OwnField } from "@kith/client";
import type { EditProps } from "../hooks/use-edit.ts";
import { useLoad } from "../hooks/load.ts";
import { manage } from "../shell/open.ts";
import { formatDay } from "../base/dates.ts";
import { draftFrom } from "../hooks/drafts.ts";
import { Choice, ChoiceGroup, Field, SelectField } from "../ui/fields.tsx";
import { EditDialog } from "../ui/form.tsx";
import { ManagedList } from "../ui/managed-list.tsx";

/** Values of fields by their keys. */
export type Custom = Record<string, unknown>;

export const useFields = () =>
  useLoad(async (signal) => (await kith.fields.list(whole, { signal })).data, []);

const types: [type: string, words: string][] = [
  ["text", t("Text")],
  ["number", t("Number")],
  ["boolean", t("Yes or no")],
  ["date", t("Date")],
  ["choice", t("One of several")],
  ["choices", t("Some of several")],
  ["url", t("Link")],
];

/** All fields, each with what its values are. */
export function Fields() {
  return (
    <ManagedList
      list={useFields()}
      what="fields"
      add={t("New field")}
      nothing={t(
        "There are no fields yet. A field is what you want to know of people, such as a diet.",
      )}
      aboutOf={({ type, options }) =>
        [types.find(([each]) => each === type)?.[1], options.join(", ")].filter(Boolean).join(
          " · ",
        )}
      markOf={() => null}
      remove={({ id }) => kith.fields.delete(id)}
      removedOf={({ name }) => t("{0} is deleted.", name)}
      Form={FieldForm}
    />
  );
}

const empty = { name: "", type: "text", options: "" };

/** Makes a field, or changes one, whose type stays. */
function FieldForm(props: EditProps<OwnField>) {
  const { shown } = props;
  return (
    <EditDialog
      {...props}
      draftKey={`field ${shown?.id ?? ""}`}
      draftOf={(shown) => ({
        ...draftFrom(empty, shown),
        options: shown?.options.join(", ") ?? "",
      })}
      bodyOf={({ name, type, options }) => ({
        name: name.trim(),
        ...!shown && { type },
        options: listIn(options),
      })}
      resource={kith.fields}
      title={shown ? t("Edit {0}", shown.name) : t("New field")}
      submit={shown ? t("Save") : t("Add field")}
      placed={["name", "options"]}
    >
      {(draft, set, bind) => (
        <>
          <Field label={t("Name")} autocomplete="off" maxLength={100} {...bind("name")} />
          {!shown && (
            <SelectField
              label={t("Type")}
              value={draft.type}
              onValue={(type) => set({ type })}
              options={types}
            />
          )}
          {draft.type.startsWith("choice") && (
            <Field
              label={t("Choices, with commas between")}
              autocomplete="off"
              {...bind("options")}
            />
          )}
        </>
      )}
    </EditDialog>
  );
}

const listIn = (text: string) => text.split(",").map((part) => part.trim()).filter(Boolean);

interface InputsProps {
  values: Custom;
  onChange: (values: Custom) => void;
  problem: string | undefined;
}

/** An input for each field. What is no value of its field is refused by the API. */
export function OwnFieldInputs({ values, onChange, problem }: InputsProps) {
  const fields = useFields().data ?? [];
  return (
    <ChoiceGroup legend={t("Fields")} problem={problem}>
      <div class="columns">
        {fields.map(({ key, name, type, options }) => {
          const value = values[key];
          const set = (value: unknown) => onChange({ ...values, [key]: value });
          if (type === "choices") {
            const chosen = Array.isArray(value) ? value : [];
            return (
              <ChoiceGroup key={key} legend={name}>
                {options.map((option) => (
                  <Choice
                    key={option}
                    type="checkbox"
                    label={option}
                    checked={chosen.includes(option)}
                    onChoose={(isChosen) => {
                      const others = chosen.filter((each) => each !== option);
                      const all = isChosen ? [...others, option] : others;
                      set(all.length > 0 ? all : null);
                    }}
                  />
                ))}
              </ChoiceGroup>
            );
          }
          const choices = type === "boolean"
            ? [["true", t("Yes")], ["false", t("No")]] as const
            : options.map((each) => [each, each] as const);
          return type === "boolean" || type === "choice"
            ? (
              <SelectField
                key={key}
                label={name}
                value={String(value ?? "")}
                onValue={(text) =>
                  set(text === "" ? null : type === "boolean" ? text === "true" : text)}
                options={[["", "–"], ...choices]}
              />
            )
            : (
              <Field
                key={key}
                label={name}
                autocomplete="off"
                type={type === "date" ? "date" : undefined}
                value={String(value ?? "")}
                onValue={(text) =>
                  set(text === "" ? null : type === "number" ? numberIn(text) : text)}
              />
            );
        })}
      </div>
      <p>
        <button type="button" class="link fine" onClick={() => manage("fields")}>
          {t("Edit fields")}
        </button>
      </p>
    </ChoiceGroup>
  );
}

/** As it is typed, as long as it is written otherwise: `1.0` may become 1.05. */
const numberIn = (text: string) => String(Number(text)) === text ? Number(text) : text;

/** A value in words. */
export function valueInWords(value: unknown, type: string): string {
  if (typeof value === "boolean") return value ? t("Yes") : t("No");
  if (Array.isArray(value)) return value.join(", ");
  return type === "date" ? formatDay(String(value)) : String(value);
}
