import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { unreachable } from "../api/problem.ts";
import { useAction } from "../hooks/load.ts";
import { navigate, type View as ViewName } from "../shell/router.ts";
import { View } from "../shell/view.tsx";
import { Button } from "../ui/buttons.tsx";
import { Loading, Notice } from "../ui/states.tsx";
import type { Arrival, Link } from "./arrival.ts";
import { adoptLinkSession, dropLinkSession, type Opened, openLink } from "./link-session.ts";
import { forgetAddress } from "./sign-in.tsx";
import type { Account } from "./session.ts";

interface Props {
  arrival: Arrival;
  /** Who is signed in now. */
  account: Account | undefined;
  /** Called when nothing is left to decide. */
  onDone: () => void;
}

interface Answers {
  account: Account | undefined;
  /** Goes on to a view. */
  leaveFor: (view: ViewName) => void;
}

/** What the page makes of a link from a mail: no session is replaced, or begun, without a yes. */
export function OpenLink({ arrival, account, onDone }: Props) {
  const leaveFor = (view: ViewName) => {
    navigate(view);
    onDone();
  };
  if (arrival.kind === "half-confirmed") {
    return <HalfConfirmed account={account} leaveFor={leaveFor} />;
  }
  return arrival.kind === "refused"
    ? <Refused reason={arrival.reason} account={account} leaveFor={leaveFor} />
    : <Exchange link={arrival} account={account} leaveFor={leaveFor} />;
}

function HalfConfirmed({ account, leaveFor }: Answers) {
  return (
    <Question title="One more link">
      <p>
        This link is confirmed. Now open the link in the mail to your other address; the one by
        which you sign in changes then.
      </p>
      <Button kind="primary" onClick={() => leaveFor(account ? "profile" : "sign-in")}>
        {account ? "Back to Kith" : "Sign in"}
      </Button>
    </Question>
  );
}

function Refused({ reason, account, leaveFor }: Answers & { reason: string }) {
  return (
    <Question title="This link was not followed" problem={reason}>
      {account && <SignedInAs account={account} />}
      {account
        ? <Button kind="primary" onClick={() => leaveFor("contacts")}>Stay signed in</Button>
        : (
          <>
            <Button kind="primary" onClick={() => leaveFor("sign-in")}>Sign in</Button>
            <Button onClick={() => leaveFor("forgot-password")}>Forgotten your password?</Button>
          </>
        )}
    </Question>
  );
}

function Exchange(props: Answers & { link: Link }) {
  const { account, leaveFor } = props;
  const { opened, half, problem: { code, detail } = {}, busy, proceed } = useExchange(props);
  const stay = () => {
    void dropLinkSession();
    leaveFor(account ? "contacts" : "sign-in");
  };
  if (half) return <HalfConfirmed account={account} leaveFor={leaveFor} />;
  if (detail && code !== unreachable.code) {
    return <Refused {...{ account, leaveFor }} reason={detail} />;
  }
  if (!opened && !account && !detail) return <Loading what="the link" rows={1} />;
  const goOn = (label: string, kind: "primary" | "quiet") => (
    <Button kind={kind} busy={busy} onClick={proceed}>{label}</Button>
  );
  if (!account) {
    return (
      <Question title="Continue with this account?" problem={detail}>
        {opened && (
          <p class="break">
            The link is for{" "}
            <strong>{opened.account.email}</strong>. Continue only if that is you: what you write
            then belongs to that account.
          </p>
        )}
        {goOn(opened ? "Continue" : "Try again", "primary")}
        <Button onClick={stay}>Do not sign in</Button>
      </Question>
    );
  }
  return (
    <Question title={opened ? "Switch to another account?" : "Open this link?"} problem={detail}>
      <SignedInAs account={account} />
      {opened
        ? (
          <p class="break">
            The link is for <strong>{opened.account.email}</strong>. Switching signs you out here.
          </p>
        )
        : (
          <p>
            It may be for another account, and works only once. You are asked again before accounts
            are switched.
          </p>
        )}
      <Button kind="primary" onClick={stay}>Stay signed in</Button>
      {goOn(opened ? "Switch account" : "Open the link", "quiet")}
    </Question>
  );
}

/** The steps of a link, from its exchange to its session being the one of the page. */
function useExchange({ link, account, leaveFor }: Answers & { link: Link }) {
  const [opened, setOpened] = useState<Opened>();
  const [half, setHalf] = useState(false);
  const { busy, problem, run } = useAction();
  const latest = useRef(account);
  latest.current = account;
  const take = async (link: Opened) => {
    if (!await adoptLinkSession(latest.current)) return setOpened(link);
    forgetAddress();
    leaveFor(link.setsPassword ? "new-password" : link.changesAddress ? "profile" : "contacts");
  };
  const open = async () => {
    const result = await openLink(link);
    if (!result) return setHalf(true);
    const standing = latest.current;
    const isAsked = standing ? standing.id !== result.account.id : !result.isOwn;
    if (isAsked) setOpened(result);
    else await take(result);
  };
  const proceed = () => void run(() => opened ? take(opened) : open());
  useEffect(() => {
    // Nobody is signed in whose session the link could replace.
    if (!account) proceed();
  }, []);
  return { opened, half, busy, problem, proceed };
}

const SignedInAs = ({ account }: { account: Account }) => (
  <p class="break">
    You are signed in as <strong>{account.email}</strong>.
  </p>
);

function Question(
  { title, problem, children }: {
    title: string;
    problem?: string | undefined;
    children: ComponentChildren;
  },
) {
  return (
    // Another question is another view, whose heading takes the focus.
    <View key={title} title={title}>
      {problem && <Notice tone="danger">{problem}</Notice>}
      {children}
    </View>
  );
}
