import { useEffect, useState } from "preact/hooks";
import { Button } from "../ui/buttons.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Toasts } from "../ui/toast.tsx";
import { lazy } from "../views/views.tsx";

const managers = {
  "networks": {
    title: "Networks",
    Part: lazy(
      () => import("../views/people.ts").then((file) => file.Networks),
      "networks",
    ),
  },
  "note-types": {
    title: "Note types",
    Part: lazy(
      () => import("../views/people.ts").then((file) => file.NoteTypes),
      "note types",
    ),
  },
};

type Managed = keyof typeof managers;

let open: (managed: Managed) => void = () => {};

/** Opens the dialog in which networks or note types are made, changed and deleted, above whatever is open. */
export const manage = (managed: Managed) => open(managed);

/** Where that dialog appears: one for each account. */
export function Managers() {
  const [managed, setManaged] = useState<Managed>();
  useEffect(() => {
    open = setManaged;
    return () => open = () => {};
  }, []);
  if (!managed) return null;
  const { title, Part } = managers[managed];
  const close = () => setManaged(undefined);
  return (
    <Dialog title={title} onClose={close}>
      <Part />
      <Toasts />
      <div class="dialog-actions">
        <Button onClick={close}>Done</Button>
      </div>
    </Dialog>
  );
}
