import { Tabs as ViewTabs } from "../shell/view.tsx";

const tabs = { activity: "What was done", trash: "Trash" };

/** Leads between the log of changes and the trash. */
export const Tabs = ({ current }: { current: keyof typeof tabs }) => (
  <ViewTabs label="Activity" tabs={tabs} current={current} />
);
