/** The time zone in which the views show instants. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";

/** The time zone of this browser, or UTC where it is unknown. */
export const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** The time zone of the profile; the browser's until that is loaded. */
export const TimeZoneContext = createContext(browserTimeZone());

export const useTimeZone = () => useContext(TimeZoneContext);
