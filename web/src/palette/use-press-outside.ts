import { useEffect } from "preact/hooks";

/** Calls the function when somebody presses beside the open dialog. */
export function usePressOutside(onPress: () => void): void {
  useEffect(() => {
    // The backdrop belongs to the dialog's element, whose content covers all of it.
    const press = ({ target }: Event) => {
      if (target instanceof HTMLDialogElement) onPress();
    };
    addEventListener("pointerdown", press);
    return () => removeEventListener("pointerdown", press);
  });
}
