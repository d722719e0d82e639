/** What a link from a mail leads to. */
import { rich, t } from "../base/texts.ts";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { unreachable } from "../base/problem.ts";
import { useAction } from "../hooks/load.ts";
import { navigate, type View as ViewName } from "../shell/router.ts";
import { View } from "../shell/view.tsx";
import { Button } from "../ui/buttons.tsx";
import { Loading, Notice } from "../ui/states.tsx";
import type { Arrival, Link } from "../session/arrival.ts";
import {
  adoptLinkSession,
  dropLinkSession,
  type Opened,
  openLink,
} from "../session/link-session.ts";
import { forgetAddress } from "./sign-in.tsx";
import type { Account } from "../session/session.ts";

interface Props {
  arrival: Arrival;
  /** Who is signed in now. */
  account: Account | undefined;
  /** Called when nothing is left to decide. */
  onDone: () => void;
}

/** What the page makes of a link from a mail: no session is replaced, or begun, without a yes. */
export function OpenLink({ arrival, account, onDone }: Props) {
  const leaveFor = (view: ViewName) => {
    navigate(view);
    onDone();
  };
  const link = arrival.kind === "token" || arrival.kind === "code" ? arrival : undefined;
  const { opened, half, problem, busy, proceed } = useExchange(link, account, leaveFor);
  const isRefused = problem && problem.code !== unreachable.code;
  const refusal = arrival.kind === "refused" ? arrival.reason : isRefused && problem.detail;
  const stay = () => {
    void dropLinkSession();
    leaveFor(account ? "contacts" : "sign-in");
  };
  const signedInAs = account && (
    <p class="break">{rich("You are signed in as {0}.", <strong>{account.email}</strong>)}</p>
  );
  const address = <strong>{opened?.account.email}</strong>;
  if (half || arrival.kind === "half-confirmed") {
    return (
      <Question title={t("One more link")}>
        <p>
          {t(
            "This link is confirmed. Now open the link in the mail to your other address; the one by which you sign in changes then.",
          )}
        </p>
        <Button kind="primary" onClick={() => leaveFor(account ? "profile" : "sign-in")}>
          {account ? t("Back to Kith") : t("Sign in")}
        </Button>
      </Question>
    );
  }
  if (refusal) {
    return (
      <Question title={t("This link was not followed")} problem={refusal}>
        {signedInAs}
        <Button kind="primary" onClick={() => leaveFor(account ? "contacts" : "sign-in")}>
          {account ? t("Stay signed in") : t("Sign in")}
        </Button>
        {!account && (
          <Button onClick={() => leaveFor("forgot-password")}>
            {t("Forgotten your password?")}
          </Button>
        )}
      </Question>
    );
  }
  if (!opened && !account && !problem) return <Loading what="the link" rows={1} />;
  if (!account) {
    return (
      <Question title={t("Continue with this account?")} problem={problem?.detail}>
        {opened && (
          <p class="break">
            {rich(
              "The link is for {0}. Continue only if that is you: what you write then belongs to that account.",
              address,
            )}
          </p>
        )}
        <Button kind="primary" busy={busy} onClick={proceed}>
          {opened ? t("Continue") : t("Try again")}
        </Button>
        <Button onClick={stay}>{t("Do not sign in")}</Button>
      </Question>
    );
  }
  return (
    <Question
      title={opened ? t("Switch to another account?") : t("Open this link?")}
      problem={problem?.detail}
    >
      {signedInAs}
      <p class="break">
        {opened ? <>{rich("The link is for {0}. Switching signs you out here.", address)}</> : t(
          "It may be for another account, and works only once. You are asked again before accounts are switched.",
        )}
      </p>
      <Button kind="primary" onClick={stay}>{t("Stay signed in")}</Button>
      <Button busy={busy} onClick={proceed}>
        {opened ? t("Switch account") : t("Open the link")}
      </Button>
    </Question>
  );
}

/** The steps of a link, from its exchange to its session being the one of the page. */
function useExchange(
  link: Link | undefined,
  account: Account | undefined,
  leaveFor: (view: ViewName) => void,
) {
  const [opened, setOpened] = useState<Opened>();
  const [half, setHalf] = useState(false);
  const { busy, problem, run } = useAction();
  const latest = useRef(account);
  latest.current = account;
  const take = async (opened: Opened) => {
    if (!await adoptLinkSession(latest.current)) return setOpened(opened);
    forgetAddress();
    leaveFor(opened.setsPassword ? "new-password" : opened.changesAddress ? "profile" : "contacts");
  };
  const open = async () => {
    const result = await openLink(link!);
    if (!result) return setHalf(true);
    const standing = latest.current;
    const isAsked = standing ? standing.id !== result.account.id : !result.isOwn;
    if (isAsked) setOpened(result);
    else await take(result);
  };
  const proceed = () => void run(() => opened ? take(opened) : open());
  useEffect(() => {
    // Nobody is signed in whose session the link could replace.
    if (link && !account) proceed();
  }, [link]);
  return { opened, half, busy, problem, proceed };
}

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
