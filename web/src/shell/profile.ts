/** The profile of the account that is shown, for all its views. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Profile } from "@kith/client";
import type { Loaded } from "../hooks/load.ts";
import { browserTimeZone } from "../hooks/time-zone.ts";

export const ProfileContext = createContext<Loaded<Profile> | undefined>(undefined);

/** The time zone of a profile, which is the browser's until it is loaded. */
export const timeZoneOf = ({ data }: Loaded<Profile>) => data?.timezone ?? browserTimeZone();

export function useProfile(): Loaded<Profile> {
  const profile = useContext(ProfileContext);
  if (!profile) throw new Error("This is not within an account.");
  return profile;
}

/** Which name of people stands first. */
export type NameOrder = "displayName" | "lastName";

/** Which name of people stands first, as the profile says. */
export const useNameOrder = (): NameOrder =>
  useProfile().data?.nameOrder === "lastName" ? "lastName" : "displayName";

/** Whether a contact is the owner's own. */
export const useIsOwn = (id: string): boolean => useProfile().data?.contactId === id;
