import { Icon, type IconName } from "./icon.tsx";

interface Props {
  icon: IconName;
  /** What it does, and with which thing, for screen readers. */
  label: string;
  /** What it does, where the mouse points at it. */
  title?: string | undefined;
  onClick: () => void;
}

/** A button that is only an icon, as beside the things of a list. */
export function IconButton({ icon, label, title, onClick }: Props) {
  return (
    <button type="button" class="icon-button" aria-label={label} title={title} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
