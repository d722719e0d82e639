import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { type AddressDraft, type AddressPart, addressParts, emptyAddress } from "./draft.ts";

interface Props {
  list: AddressDraft[];
  onChange: (list: AddressDraft[]) => void;
}

/** Postal addresses: a group of fields for each. */
export function AddressesField({ list, onChange }: Props) {
  const set = (index: number, part: AddressPart, value: string) =>
    onChange(list.map((each, at) => at === index ? { ...each, [part]: value } : each));
  return (
    <div class="methods">
      {list.map((address, index) => (
        <fieldset key={index} class="choices">
          <legend>{list.length > 1 ? `Address ${index + 1}` : "Address"}</legend>
          <div class="columns">
            {(Object.keys(addressParts) as AddressPart[]).map((part) => (
              <Field
                key={part}
                label={addressParts[part]}
                autocomplete="off"
                value={address[part]}
                onValue={(value) => set(index, part, value)}
              />
            ))}
          </div>
          <Button
            kind="plain"
            icon="close"
            onClick={() => onChange(list.filter((_, at) => at !== index))}
          >
            Remove the address
          </Button>
        </fieldset>
      ))}
      <Button kind="plain" icon="plus" onClick={() => onChange([...list, emptyAddress])}>
        Add address
      </Button>
    </div>
  );
}
