import { Tabs as ViewTabs } from "../shell/tabs.tsx";

const tabs = { notes: "Notes", reminders: "Reminders" };

/** Leads between all notes and all reminders. */
export const Tabs = ({ current }: { current: keyof typeof tabs }) => (
  <ViewTabs label="Notes and reminders" tabs={tabs} current={current} />
);
