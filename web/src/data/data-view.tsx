import { CalendarSection } from "../calendar/calendar-section.tsx";
import { ExportSection } from "../exports/export-section.tsx";
import { ImportSection } from "../imports/import-section.tsx";
import { View } from "../shell/view.tsx";

/** What goes in and out of an account: files, and the calendar feed. */
export function DataView() {
  return (
    <View title="Data">
      <ImportSection />
      <ExportSection />
      <CalendarSection />
    </View>
  );
}
