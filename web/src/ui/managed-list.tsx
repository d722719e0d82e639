/** A list whose items are renamed and deleted in their place. */
import { t } from "../base/texts.ts";
import type { ComponentChildren, ComponentType } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Call } from "../../../client/src/api.ts";
import { type Loaded, refresh } from "../hooks/load.ts";
import type { EditProps } from "../hooks/use-edit.ts";
import { Button, IconButton } from "./buttons.tsx";
import { Shown } from "./states.tsx";
import { act, toast } from "./toast.tsx";

interface ManagedListProps<T> {
  list: Loaded<T[]>;
  /** “networks” */
  what: string;
  /** The words of the button that makes one. */
  add: string;
  /** What is said where there is none. */
  nothing: string;
  aboutOf: (item: T) => string;
  markOf: (item: T) => ComponentChildren;
  remove: (item: T) => Call<void>;
  /** What is said when one was deleted. */
  removedOf: (item: T) => string;
  Form: ComponentType<EditProps<T>>;
}

/** Things with a name that are made, changed and deleted in a dialog. Deleting is undone by a toast instead of asked about. */
export function ManagedList<T extends { id: string; name: string }>(props: ManagedListProps<T>) {
  const { list, what, add, nothing, Form } = props;
  const [editing, setEditing] = useState<{ shown?: T }>();
  const button = useRef<HTMLDivElement>(null);
  const remove = (item: T) =>
    act(props.remove(item), () => props.removedOf(item), () => {
      // The row that had the focus is gone then.
      button.current?.querySelector("button")?.focus();
      refresh();
    });
  return (
    <>
      <Shown of={list} what={what} rows={2}>
        {(items) =>
          items.length === 0 ? <p class="fine">{nothing}</p> : (
            <ul class="sunken">
              {items.map((item) => (
                <li key={item.id} class="managed line gap-3">
                  {props.markOf(item)}
                  <div class="managed-what break grow">
                    <p class="strong">{item.name}</p>
                    <p class="fine">{props.aboutOf(item)}</p>
                  </div>
                  <div class="row-actions line gap-1">
                    <IconButton
                      icon="edit"
                      label={t("Edit {0}", item.name)}
                      title={t("Edit")}
                      onClick={() => setEditing({ shown: item })}
                    />
                    <IconButton
                      icon="trash"
                      label={t("Delete {0}", item.name)}
                      title={t("Delete")}
                      onClick={() => void remove(item)}
                    />
                  </div>
                </li>
              ))}
            </ul>
          )}
      </Shown>
      <div ref={button}>
        <Button icon="plus" onClick={() => setEditing({})}>{add}</Button>
      </div>
      {editing && (
        <Form
          {...editing}
          onSaved={({ value, activityId }) => {
            setEditing(undefined);
            toast({ text: t("{0} is saved.", value.name), activityId });
            refresh();
          }}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );
}
