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

/** The zone of this browser; where it does not know, UTC. */
export const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** In which zone days begin and end: the profile's, and the browser's until that is known. */
export const useTimeZone = () => useProfile().data?.timezone ?? browserTimeZone();
