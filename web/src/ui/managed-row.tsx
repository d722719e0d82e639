import type { ComponentChildren } from "preact";
import { IconButton } from "./icon-button.tsx";

interface Props {
  name: string;
  /** What there is to know before it is changed or deleted. */
  about: string;
  /** Before the name. */
  children: ComponentChildren;
  onEdit: () => void;
  onDelete: () => void;
}

/** One of the things that a dialog manages, with what can be done with it. */
export function ManagedRow({ name, about, children, onEdit, onDelete }: Props) {
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
