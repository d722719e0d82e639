// The icons, and how one is drawn.
/** Drawn on a grid of 20 with lines of 1.6, to match text of 16 px. */
const shapes = {
  search: "M9 15.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM13.8 13.8 17.5 17.5",
  key: "M6.5 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM9 10.5l7.5-7.5M13 6.5l2.5 2.5",
  people:
    "M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2 16.5c.4-3 2.6-4.5 5.5-4.5s5.1 1.5 5.5 4.5M13 3.7a3 3 0 0 1 0 5.6M15 12.4c1.7.6 2.8 2 3 4.1",
  person:
    "M10 9.5a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5ZM3.5 17c.5-3.3 3-5 6.5-5s6 1.7 6.5 5",
  copy: "M7 7h9.5v9.5H7zM13 7V3.5H3.5V13H7",
  edit: "M3.5 16.5l.8-3.6 9-9a1.6 1.6 0 0 1 2.3 0l.5.5a1.6 1.6 0 0 1 0 2.3l-9 9zM11.8 5.4l2.8 2.8",
  rotate: "M16.5 10a6.5 6.5 0 1 1-2-4.7M16.5 2.5v4h-4",
  check: "m4 10.5 4 4 8-9",
  trash: "M3.5 5.5h13M8 5.5v-2h4v2M5.5 5.5l.7 11h7.6l.7-11M8.5 9v4.5M11.5 9v4.5",
  back: "M12 4.5 6.5 10l5.5 5.5",
  next: "M8 4.5 13.5 10 8 15.5",
  camera: "M2.5 6.5h3.5l1.5-2.5h5l1.5 2.5h3.5v9.5h-15zM10 14a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",
  alert: "M10 6.5v4.5M10 13.8v.1M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15Z",
  offline:
    "M2.5 2.5l15 15M8 6.2a9 9 0 0 1 9 2.8M3 9a9 9 0 0 1 2.5-1.8M6 12.3a5.5 5.5 0 0 1 4.2-1.5M10 15.5v.1",
  clock: "M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM10 6v4.2l2.8 1.8",
  calendar: "M3 4.5h14V17H3zM3 8.5h14M6.5 2.5v4M13.5 2.5v4",
  gift:
    "M3 7.5h14V11H3zM4.5 11v6h11v-6M10 7.5V17M10 7.5C6.5 7.5 5.3 5.6 6.2 4.2 7.3 2.6 9.6 4.2 10 7.5ZM10 7.5c3.5 0 4.7-1.9 3.8-3.3C12.7 2.6 10.4 4.2 10 7.5Z",
  star: "m10 2.8 2.2 4.6 5 .7-3.6 3.5.9 5-4.5-2.4-4.5 2.4.9-5L2.8 8.1l5-.7z",
  leave: "M8 3.5H3.5v13H8M8.5 10h8.5M13.5 6.5 17 10l-3.5 3.5",
  more: "M4.5 10v.1M10 10v.1M15.5 10v.1",
  plus: "M10 4v12M4 10h12",
  archive: "M3 4h14v3.5H3zM4.5 7.5v9h11v-9M8 11h4",
  undo: "M7.5 4 4 7.5 7.5 11M4 7.5h8a4.5 4.5 0 0 1 0 9H7",
  note: "M4 3h9l3 3v11H4zM7 8h6M7 11h6M7 14h3",
  activity: "M2.5 10h3.5l2.5-6 3.5 12 2.5-6h3",
  close: "M5 5l10 10M15 5 5 15",
  phone:
    "M4 3.5h3l1.5 3.8-2 1.5a9 9 0 0 0 4.7 4.7l1.5-2 3.8 1.5v3c0 .6-.4 1-1 1A12.5 12.5 0 0 1 3 4.5c0-.6.4-1 1-1Z",
  message: "M3 4h14v10H9l-4 3v-3H3z",
  mail: "M2.5 5h15v10.5h-15zM2.5 5.5 10 11l7.5-5.5",
  eye:
    "M1.8 10S4.8 4.5 10 4.5 18.2 10 18.2 10 15.2 15.5 10 15.5 1.8 10 1.8 10ZM10 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z",
};

export type IconName = keyof typeof shapes;

/** Hidden from screen readers, because there is text beside it. */
export function Icon({ name, filled }: { name: IconName; filled?: boolean }) {
  return (
    <svg class={filled ? "icon icon-filled" : "icon"} viewBox="0 0 20 20" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}

/** The logo: two overlapping circles. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <circle cx="12.5" cy="16" r="6.25" />
      <circle cx="19.5" cy="16" r="6.25" />
    </svg>
  );
}
