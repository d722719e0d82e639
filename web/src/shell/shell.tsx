import type { ComponentChildren } from "preact";
import type { Account } from "../session/use-session.ts";
import { signOutByUser } from "../session/use-session.ts";
import { Icon, type IconName, Mark } from "../ui/icon.tsx";
import { OfflineBanner } from "./offline.tsx";
import { hrefOf, type View } from "./router.ts";

const places: { view: View; label: string; icon: IconName }[] = [
  { view: "contacts", label: "Contacts", icon: "people" },
  { view: "keys", label: "API keys", icon: "key" },
  { view: "profile", label: "Profile", icon: "person" },
];

interface Props {
  account: Account;
  view: View;
  children: ComponentChildren;
}

/** The layout of every view for a signed-in user. */
export function Shell({ account, view, children }: Props) {
  return (
    <>
      <SkipLink />
      <header class="top">
        <div class="top-row">
          <a class="brand" href={hrefOf("contacts")}>
            <Mark />
            <span>Kith</span>
          </a>
          <nav class="nav" aria-label="Main">
            {places.map((place) => (
              <a
                key={place.view}
                href={hrefOf(place.view)}
                aria-current={place.view === view ? "page" : undefined}
              >
                <Icon name={place.icon} />
                {place.label}
              </a>
            ))}
          </nav>
          <div class="who">
            <span class="who-email" title={account.email}>{account.email}</span>
            <button type="button" class="button button-plain" onClick={() => void signOutByUser()}>
              <Icon name="leave" />
              <span>Sign out</span>
            </button>
          </div>
        </div>
      </header>
      <OfflineBanner />
      <main id="content" class="main">{children}</main>
    </>
  );
}

/** The layout of the forms for a user who is not signed in. */
export function SignedOutLayout({ children }: { children: ComponentChildren }) {
  return (
    <>
      <OfflineBanner />
      <main id="content" class="gate">
        <div class="gate-brand">
          <Mark />
          <p class="gate-name">Kith</p>
          <p class="gate-line">The people you want to stay close to.</p>
        </div>
        <div class="card gate-card">{children}</div>
      </main>
    </>
  );
}

/** The first element in the tab order. A button, because a link would change the URL, which names the view. */
function SkipLink() {
  const skip = () => document.querySelector<HTMLElement>("h1")?.focus();
  return <button type="button" class="skip" onClick={skip}>Skip to content</button>;
}
