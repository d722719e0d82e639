/** A dialog in which a network is chosen by its name, or made. */
import { t } from "../base/texts.ts";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { kith } from "../api/kith.ts";
import type { Network } from "@kith/client";
import { Button } from "../ui/buttons.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { type Option, OptionList, useOptions } from "../ui/options.tsx";
import { useToastedAction } from "../ui/toast.tsx";

interface Props {
  title: string;
  networks: Network[];
  /** Whether one that does not exist yet can be made. */
  mayMake: boolean;
  /** `unmake` deletes the network again, where it was made here. */
  onChoose: (network: Network, unmake?: () => Promise<unknown>) => void;
  onClose: () => void;
}

export function NetworkPicker({ title, networks, mayMake, onChoose, onClose }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const [text, setText] = useState("");
  const { busy, run } = useToastedAction();
  const name = text.trim();
  const fold = (words: string) => words.toLocaleLowerCase();
  const found = networks.filter((each) => fold(each.name).includes(fold(name)));
  const isNew = mayMake && name !== "" && found.every((each) => fold(each.name) !== fold(name));
  const make = async () => {
    const { data, activityId } = await kith.networks.create({ name }).withResponse();
    onChoose(data, () => kith.activity.undo(activityId!));
  };
  const options = found.map((network): Option => ({
    key: network.id,
    label: network.name,
    run: () => onChoose(network),
  }));
  if (isNew) {
    options.push({
      key: "",
      label: t("New network “{0}”", name),
      run: () => void run(make),
    });
  }
  const { at, point, input } = useOptions({ id, open: true, options, waiting: busy });
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="stack picker">
        <input
          {...input}
          ref={field}
          class="input"
          aria-label={t("Network")}
          placeholder={mayMake ? t("Find or name a network…") : t("Find a network…")}
          maxLength={100}
          value={text}
          onInput={(event) => {
            point();
            setText(event.currentTarget.value);
          }}
        />
        <OptionList
          {...{ id, at }}
          open
          label={t("Networks")}
          groups={[{ title: "", options }]}
          rest={options.length === 0 ? t("There is no such network") : undefined}
        />
      </div>
      <div class="dialog-actions">
        <Button onClick={onClose}>{t("Cancel")}</Button>
      </div>
    </Dialog>
  );
}
