import type { ComponentChildren, ComponentType } from "preact";
import { useRef, useState } from "preact/hooks";
import { SessionEnded, toProblem } from "../api/problem.ts";
import type { Written } from "../api/written.ts";
import { refresh } from "../hooks/refresh.ts";
import type { EditProps } from "../hooks/use-edit.ts";
import type { Loaded } from "../hooks/use-load.ts";
import { Button } from "./button.tsx";
import { ManagedRow } from "./managed-row.tsx";
import { Failed, Loading } from "./states.tsx";
import { toast } from "./toast.tsx";

interface Props<T> {
  list: Loaded<T[]>;
  /** “networks” */
  what: string;
  /** The words of the button that makes one. */
  add: string;
  /** What is said where there is none. */
  nothing: string;
  aboutOf: (item: T) => string;
  markOf: (item: T) => ComponentChildren;
  remove: (item: T) => Promise<Written<unknown>>;
  /** What is said when one was deleted. */
  removedOf: (item: T) => string;
  Form: ComponentType<EditProps<T>>;
}

/** Things with a name that are made, changed and deleted in a dialog. Deleting is undone by a toast instead of asked about. */
export function ManagedList<T extends { id: string; name: string }>(props: Props<T>) {
  const { list: { data, problem, reload }, what, add, nothing, Form } = props;
  const [editing, setEditing] = useState<{ shown?: T }>();
  const button = useRef<HTMLDivElement>(null);
  const remove = async (item: T) => {
    try {
      const { activityId } = await props.remove(item);
      // The row that had the focus is gone then.
      button.current?.querySelector("button")?.focus();
      toast({ text: props.removedOf(item), activityId });
      refresh();
    } catch (error) {
      if (!(error instanceof SessionEnded)) toast({ text: toProblem(error).detail });
    }
  };
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
