/** The view in which the owner allows an app what it may do. */
import { rich, t } from "../base/texts.ts";
import { useEffect, useState } from "preact/hooks";
import { kith } from "../api/kith.ts";
import { type Problem, toProblem } from "../base/problem.ts";
import { useAction } from "../hooks/load.ts";
import { bodyOf, KeyFields, newDraft, placed, requireAll } from "../keys/key-fields.tsx";
import type { Account } from "../session/session.ts";
import { hrefOf } from "../shell/router.ts";
import { View } from "../shell/view.tsx";
import { Button } from "../ui/buttons.tsx";
import { useForm } from "../ui/form.tsx";
import { Failed, Loading, Notice } from "../ui/states.tsx";
import {
  ConsentError,
  type ConsentRequest,
  hostOf,
  isSafe,
  readRequest,
  type Remembered,
} from "./request.ts";

/** Asks whether an app may use the contacts, and how far. */
export function ConsentView({ account, id }: { account: Account; id: string }) {
  const [request, setRequest] = useState<ConsentRequest | Remembered>();
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    readRequest(id).then(
      (found) => typeof found === "string" ? leaveFor(found) : setRequest(found),
    ).catch((error) => setProblem(toProblem(error)));
  }, []);
  return (
    <View title={t("Connect an app")}>
      {problem
        ? (
          <>
            <Failed problem={problem} />
            <p class="links flow spread label">
              <a href={hrefOf("contacts")}>{t("To your contacts")}</a>
            </p>
          </>
        )
        : !request
        ? <Loading what="what the app asks for" rows={1} />
        : "forget" in request
        ? <Forget remembered={request} />
        : <Consent account={account} request={request} />}
    </View>
  );
}

interface ConsentProps {
  account: Account;
  request: ConsentRequest;
}

/** Nobody has checked what an app says of itself; the host is where it really gets its answer. */
function Consent({ account, request }: ConsentProps) {
  const { client } = request;
  const host = hostOf(request.redirectUri);
  // As long as a connection's name may be.
  const [draft, setDraft] = useState({ ...newDraft, name: client.name.trim().slice(0, 100) });
  const denying = useAction();
  const save = async () => {
    requireAll(draft);
    await kith.connections.create({
      ...bodyOf(draft),
      clientId: client.id,
      redirectHost: host,
    });
    leaveFor(await request.approve());
  };
  const form = useForm({ save, placed, of: draft });
  const refusal = form.refusal ?? denying.problem?.detail;
  return (
    <>
      <p class="lead break">
        {rich(
          "An app asks to use the contacts of {0}. It says it is called {1}; nobody has checked that.",
          <strong>{account.email}</strong>,
          <strong>{client.name || t("nothing")}</strong>,
        )}
      </p>
      <p class="break">
        {rich(
          "Your answer is sent to {0}. Allow it only if you began this yourself, and know that address.",
          <strong>{host}</strong>,
        )}
      </p>
      <p>
        {t(
          "What you choose here limits what the app does with your contacts, and not what it does with your account: where you sign in, it may be able to change how you do so, such as your e-mail address, to add a second factor or another way to sign in, or to sign you out.",
        )}
      </p>
      <form class="form stack gap-5" onSubmit={form.submit}>
        <KeyFields
          draft={draft}
          set={(change) => setDraft((now) => ({ ...now, ...change }))}
          fields={form.fields}
        />
        {refusal && <Notice tone="danger">{refusal}</Notice>}
        <div class="dialog-actions">
          <Button
            busy={denying.busy}
            onClick={() => void denying.run(async () => leaveFor(await request.deny()))}
          >
            {t("Deny")}
          </Button>
          <Button submit kind="primary" busy={form.busy}>{t("Allow")}</Button>
        </div>
      </form>
    </>
  );
}

/** Auth remembers a consent and does not say whose. Whoever is chosen here might not be the one that asks. */
function Forget({ remembered }: { remembered: Remembered }) {
  const [done, setDone] = useState(false);
  const { busy, problem, run } = useAction();
  if (done) return <Notice>{t("Start again in the app. Then you are asked.")}</Notice>;
  return (
    <>
      <p class="lead">
        {t(
          "An app asks to use your contacts. It cannot be told which of these, that you allowed something before and that have no connection (any more):",
        )}
      </p>
      <ul>
        {remembered.clients.map(({ id, name }) => (
          <li key={id} class="break">
            {name || id}
          </li>
        ))}
      </ul>
      <p>
        {t(
          "Ask anew to take back what they were allowed, which signs them out. Nothing is sent to any of them.",
        )}
      </p>
      {problem && <Notice tone="danger">{problem.detail}</Notice>}
      <p class="links flow spread label">
        <Button
          kind="primary"
          busy={busy}
          onClick={() => void run(() => remembered.forget().then(() => setDone(true)))}
        >
          {t("Ask anew")}
        </Button>
        <a href={hrefOf("contacts")}>{t("To your contacts")}</a>
      </p>
    </>
  );
}

/** @throws ConsentError where the browser may not go to the address */
function leaveFor(uri: string): void {
  if (!isSafe(uri)) throw new ConsentError(t("The app has given an address that is not safe."));
  location.assign(uri);
}
