/** The layout of every view: the places, banners, and the menu of the account. */
import { t } from "../base/texts.ts";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useFileGuard, useMedia } from "../hooks/events.ts";
import { usePull } from "../hooks/touch.ts";
import { Outbox } from "../notes/outbox.tsx";
import { lookAgain, useConnection } from "../offline/connection.ts";
import { useNewVersion } from "../offline/worker.ts";
import { PaletteButton } from "./palette-button.tsx";
import { type Account, signOutByUser } from "../session/session.ts";
import { formatInstant } from "../base/dates.ts";
import { Question } from "../ui/dialog.tsx";
import { Icon, type IconName, Mark } from "../ui/icon.tsx";
import { Menu } from "../ui/menu.tsx";
import { Banner } from "../ui/states.tsx";
import { useDrafts } from "../hooks/kept-drafts.ts";
import { browserTimeZone } from "../hooks/time-zone.ts";
import { useInstall } from "./install.ts";
import { requestSignOut, setSignOut, show } from "../shell/open.ts";
import { hrefOf, type View } from "../shell/router.ts";

interface Place {
  view: View;
  label: string;
  icon: IconName;
}

/** What one is here for. */
const places: Place[] = [
  { view: "today", label: t("Today"), icon: "calendar" },
  { view: "contacts", label: t("People"), icon: "people" },
  { view: "notes", label: t("Notes"), icon: "note" },
];

/** What belongs to the account, in its menu. */
const accountPlaces: Place[] = [
  { view: "profile", label: t("Profile"), icon: "person" },
  { view: "keys", label: t("API keys"), icon: "key" },
  { view: "data", label: t("Data"), icon: "archive" },
  { view: "activity", label: t("Activity"), icon: "activity" },
  { view: "trash", label: t("Trash"), icon: "trash" },
];

interface ShellProps {
  account: Account;
  view: View;
  children: ComponentChildren;
}

/** The layout of every view for a signed-in user: its places are at the top, or on a phone at the foot. */
export function Shell({ account, view, children }: ShellProps) {
  useFileGuard();
  const install = useInstall();
  const current = { duplicates: "contacts", reminders: "notes" }[view as string] ?? view;
  // In the order in which they are seen: on a phone it is in their middle.
  const isPhone = useMedia("(max-width: 40rem)");
  const isAccount = accountPlaces.some((place) => place.view === current);
  return (
    <>
      <SkipLink />
      <header class="top line">
        <a class="brand line gap-3" href={hrefOf("today")}>
          <Mark />
          <span>{t("Kith")}</span>
        </a>
        <PaletteButton />
        <div class="bar">
          <nav class="nav" aria-label={t("Main")}>
            {places.map(({ view, label, icon }) => [
              isPhone && view === "notes" && <NewMenu key="new" />,
              <a
                key={view}
                href={hrefOf(view)}
                aria-current={view === current ? "page" : undefined}
              >
                <Icon name={icon} />
                {label}
              </a>,
            ])}
          </nav>
          {!isPhone && <NewMenu />}
          <Menu
            label={t("Me")}
            icon="person"
            tab={isAccount ? "tab-button-current" : "tab-button-me"}
            head={account.email}
            actions={[
              ...accountPlaces.map(({ view, label, icon }) => ({
                label,
                icon,
                href: hrefOf(view),
                current: view === current,
              })),
              ...(install
                ? [{ label: t("Install Kith"), icon: "plus", run: install } as const]
                : []),
              { label: t("Keyboard"), icon: "key", run: () => show("keyboard") },
              { label: t("Sign out"), icon: "leave", run: requestSignOut },
            ]}
          />
        </div>
      </header>
      <OfflineBanner />
      <Outbox />
      <Pull />
      <main id="content" class="main">{children}</main>
    </>
  );
}

/** What is seen of the page being pulled down, which loads everything again. */
function Pull() {
  const pulled = usePull();
  if (pulled === 0) return null;
  return (
    <div class="pull" style={{ opacity: pulled, height: `${pulled * 3}rem` }} aria-hidden="true">
      <Icon name={pulled === 1 ? "check" : "rotate"} />
    </div>
  );
}

const NewMenu = () => (
  <Menu
    label={t("New")}
    icon="plus"
    tab="tab-button-new"
    actions={[
      { label: t("Person"), icon: "person", run: () => show("contact") },
      { label: t("Note"), icon: "note", run: () => show("note") },
      { label: t("Reminder"), icon: "clock", run: () => show("reminder") },
    ]}
  />
);

/** The layout of the forms for a user who is not signed in. */
export function SignedOutLayout({ children }: { children: ComponentChildren }) {
  return (
    <>
      <OfflineBanner />
      <main id="content" class="signed-out stack gap-5">
        <div class="signed-out-brand stack centre">
          <Mark />
          <p class="signed-out-name">{t("Kith")}</p>
          <p class="quiet">{t("The people you want to stay close to.")}</p>
        </div>
        <div class="card signed-out-card stack gap-4">{children}</div>
      </main>
    </>
  );
}

/** The first element in the tab order. A button, because a link would change the URL, which names the view. */
function SkipLink() {
  const skip = () => document.querySelector<HTMLElement>("h1")?.focus();
  return <button type="button" class="skip" onClick={skip}>{t("Skip to content")}</button>;
}

/** Banners while what is shown may be old, and when there is a new version of the page. */
function OfflineBanner() {
  const { online, since } = useConnection();
  const isNew = useNewVersion();
  const seen = since && formatInstant(since, browserTimeZone());
  return (
    <div role="status">
      {(!online || since) && (
        <Banner icon="offline" action={online ? t("Try again") : undefined} onAction={lookAgain}>
          {t(
            "{0} {1} Notes, talks, ticks, stars and what you put off wait for a connection; nothing else is saved.",
            online ? t("The server could not be reached.") : t("You are offline."),
            seen ? t("You see what was there on {0}.", seen) : t("The data may be out of date."),
          )}
        </Banner>
      )}
      {isNew && online && (
        <Banner
          icon="rotate"
          action={t("Reload")}
          onAction={() => location.reload()}
        >
          {t("There is a new version of this page.")}
        </Banner>
      )}
    </div>
  );
}

/** Where the question before signing out appears: one for each account. */
export function SignOutQuestion() {
  const drafts = useDrafts();
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    return setSignOut(() => drafts.any() ? setAsking(true) : void signOutByUser());
  }, []);
  if (!asking) return null;
  return (
    <Question
      title={t("Sign out?")}
      keep={t("Stay signed in")}
      action={t("Sign out and delete it")}
      run={() => {
        drafts.clear();
        return signOutByUser();
      }}
      onClose={() => setAsking(false)}
    >
      <p>{t("This also deletes what you typed on this device and have not saved.")}</p>
    </Question>
  );
}
