import type { ComponentChildren } from "preact";
import { useFileGuard } from "../hooks/use-file-guard.ts";
import { Outbox } from "../notes/outbox.tsx";
import { PaletteButton } from "../palette/palette-button.tsx";
import type { Account } from "../session/use-session.ts";
import { type IconName, Mark } from "../ui/icon.tsx";
import { Menu } from "../ui/menu.tsx";
import { OfflineBanner } from "./offline.tsx";
import { requestSignOut } from "./sign-out.tsx";
import { hrefOf, type View } from "./router.ts";

interface Place {
  view: View;
  label: string;
}

/** What one is here for. */
const places: Place[] = [
  { view: "today", label: "Today" },
  { view: "contacts", label: "People" },
  { view: "notes", label: "Notes" },
];

/** What belongs to the account, in its menu. */
const accountPlaces: (Place & { icon: IconName })[] = [
  { view: "profile", label: "Profile", icon: "person" },
  { view: "keys", label: "API keys", icon: "key" },
  { view: "data", label: "Data", icon: "archive" },
  { view: "activity", label: "Activity", icon: "activity" },
  { view: "trash", label: "Trash", icon: "trash" },
];

interface Props {
  account: Account;
  view: View;
  children: ComponentChildren;
}

/** The layout of every view for a signed-in user. */
export function Shell({ account, view, children }: Props) {
  useFileGuard();
  const current = { duplicates: "contacts", reminders: "notes" }[view as string] ?? view;
  return (
    <>
      <SkipLink />
      <header class="top">
        <div class="top-row">
          <a class="brand" href={hrefOf("today")}>
            <Mark />
            <span>Kith</span>
          </a>
          <nav class="nav" aria-label="Main">
            {places.map((place) => (
              <a
                key={place.view}
                href={hrefOf(place.view)}
                aria-current={place.view === current ? "page" : undefined}
              >
                {place.label}
              </a>
            ))}
          </nav>
          <div class="who">
            <PaletteButton />
            <Menu
              label="Account"
              icon="person"
              head={account.email}
              actions={[
                ...accountPlaces.map(({ view, label, icon }) => ({
                  label,
                  icon,
                  href: hrefOf(view),
                  current: view === current,
                })),
                { label: "Sign out", icon: "leave", run: requestSignOut },
              ]}
            />
          </div>
        </div>
      </header>
      <OfflineBanner />
      <Outbox />
      <main id="content" class="main">{children}</main>
    </>
  );
}

/** The layout of the forms for a user who is not signed in. */
export function SignedOutLayout({ children }: { children: ComponentChildren }) {
  return (
    <>
      <OfflineBanner />
      <main id="content" class="signed-out">
        <div class="signed-out-brand">
          <Mark />
          <p class="signed-out-name">Kith</p>
          <p class="signed-out-line">The people you want to stay close to.</p>
        </div>
        <div class="card signed-out-card">{children}</div>
      </main>
    </>
  );
}

/** The first element in the tab order. A button, because a link would change the URL, which names the view. */
function SkipLink() {
  const skip = () => document.querySelector<HTMLElement>("h1")?.focus();
  return <button type="button" class="skip" onClick={skip}>Skip to content</button>;
}
