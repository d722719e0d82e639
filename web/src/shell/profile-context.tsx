import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Profile } from "../api/types.ts";
import type { Loaded } from "../hooks/use-load.ts";

/** The profile, loaded once for all views of an account. */
export const ProfileContext = createContext<Loaded<Profile> | undefined>(undefined);

export function useProfile(): Loaded<Profile> {
  const profile = useContext(ProfileContext);
  if (!profile) throw new Error("There is no profile outside of an account.");
  return profile;
}

/** The time zone of this browser, or UTC where it is unknown. */
export const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** The time zone of the profile, or the browser's until the profile is loaded. */
export const useTimeZone = () => useProfile().data?.timezone ?? browserTimeZone();
