import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useFileGuard } from "../hooks/keys.ts";
import { Outbox } from "../notes/outbox.tsx";
import { lookAgain, useConnection } from "../offline/connection.ts";
import { useNewVersion } from "../offline/worker.ts";
import { PaletteButton } from "../palette/palette-button.tsx";
import { type Account, signOutByUser } from "../session/session.ts";
import { Button } from "../ui/buttons.tsx";
import { formatInstant } from "../ui/dates.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon, type IconName, Mark } from "../ui/icon.tsx";
import { Menu } from "../ui/menu.tsx";
import { browserTimeZone, useDrafts } from "./context.tsx";
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

interface ShellProps {
  account: Account;
  view: View;
  children: ComponentChildren;
}

/** The layout of every view for a signed-in user. */
export function Shell({ account, view, children }: ShellProps) {
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

/** Banners while what is shown may be old, and when there is a new version of the page. */
export function OfflineBanner() {
  const { online, since } = useConnection();
  const isNew = useNewVersion();
  const seen = since && formatInstant(since, browserTimeZone());
  return (
    <div role="status">
      {(!online || since) && (
        <p class="offline">
          <Icon name="offline" />
          <span>
            {online ? "The server could not be reached." : "You are offline."} {seen
              ? `You see what was there on ${seen}, and can save nothing but notes.`
              : "The data may be out of date, and you can save nothing but notes."}
          </span>
          {online && <button type="button" class="link" onClick={lookAgain}>Try again</button>}
        </p>
      )}
      {isNew && online && (
        <p class="offline">
          <Icon name="rotate" />
          <span>There is a new version of this page.</span>
          <button type="button" class="link" onClick={() => location.reload()}>Reload</button>
        </p>
      )}
    </div>
  );
}

let ask: () => void = () => {};

/** Signs out, after a question where something was typed that is not saved. */
export const requestSignOut = () => ask();

/** Where that question appears: one for each account. */
export function SignOutQuestion() {
  const drafts = useDrafts();
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    ask = () => drafts.keys().length > 0 ? setAsking(true) : void signOutByUser();
    return () => ask = () => {};
  }, []);
  if (!asking) return null;
  return (
    <Dialog title="Sign out?" onClose={() => setAsking(false)}>
      <p>What you typed and have not saved is deleted from this device then.</p>
      <div class="dialog-actions">
        <Button onClick={() => setAsking(false)}>Stay signed in</Button>
        <Button
          kind="danger"
          onClick={() => {
            drafts.clear();
            void signOutByUser();
          }}
        >
          Sign out and delete it
        </Button>
      </div>
    </Dialog>
  );
}
