import type { ComponentChildren, ComponentType } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Call } from "../../../client/src/api.ts";
import { type Loaded, refresh } from "../hooks/load.ts";
import type { EditProps } from "../hooks/use-edit.ts";
import { Button, IconButton } from "./buttons.tsx";
import { Failed, Loading } from "./states.tsx";
import { act, toast } from "./toast.tsx";

interface ManagedRowProps {
  name: string;
  /** What there is to know before it is changed or deleted. */
  about: string;
  /** Before the name. */
  children: ComponentChildren;
  onEdit: () => void;
  onDelete: () => void;
}

/** One of the things that a dialog manages, with what can be done with it. */
export function ManagedRow({ name, about, children, onEdit, onDelete }: ManagedRowProps) {
  return (
    <li class="managed">
      {children}
      <div class="managed-what">
        <p class="managed-name">{name}</p>
        <p class="fine">{about}</p>
      </div>
      <div class="row-actions">
        <IconButton icon="edit" label={`Edit ${name}`} title="Edit" onClick={onEdit} />
        <IconButton icon="trash" label={`Delete ${name}`} title="Delete" onClick={onDelete} />
      </div>
    </li>
  );
}

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
  const { list: { data, problem, reload }, what, add, nothing, Form } = props;
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
      {problem
        ? <Failed problem={problem} retry={reload} />
        : !data
        ? <Loading what={what} rows={2} />
        : data.length === 0
        ? <p class="fine">{nothing}</p>
        : (
          <ul class="managed-list">
            {data.map((item) => (
              <ManagedRow
                key={item.id}
                name={item.name}
                about={props.aboutOf(item)}
                onEdit={() => setEditing({ shown: item })}
                onDelete={() => void remove(item)}
              >
                {props.markOf(item)}
              </ManagedRow>
            ))}
          </ul>
        )}
      <div ref={button}>
        <Button icon="plus" onClick={() => setEditing({})}>{add}</Button>
      </div>
      {editing && (
        <Form
          {...editing}
          onSaved={({ value, activityId }) => {
            setEditing(undefined);
            toast({ text: `${value.name} is saved.`, activityId });
            refresh();
          }}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );
}
