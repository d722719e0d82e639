import { useEffect, useState } from "preact/hooks";
import { allNetworks, createConnection } from "../api/kith.ts";
import { type Problem, SessionEnded, toProblem } from "../api/problem.ts";
import type { Network } from "../api/types.ts";
import { useLoad } from "../hooks/load.ts";
import { bodyOf, newDraft } from "../keys/draft.ts";
import { KeyForm } from "../keys/key-form.tsx";
import { useKeyForm } from "../keys/use-key-form.ts";
import type { Account } from "../session/use-session.ts";
import { useTimeZone } from "../shell/context.tsx";
import { hrefOf } from "../shell/router.ts";
import { View } from "../shell/view.tsx";
import { Button } from "../ui/buttons.tsx";
import { Failed, Loading, Notice } from "../ui/states.tsx";
import {
  type Client,
  ConsentError,
  type ConsentRequest,
  hostOf,
  isSafe,
  readRequest,
  type Remembered,
} from "./request.ts";

/** Asks whether an app may use the contacts, and how far. */
export function ConsentView({ account, id }: { account: Account; id: string }) {
  const networks = useLoad(allNetworks, []);
  const [request, setRequest] = useState<ConsentRequest | Remembered>();
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    readRequest(id).then(
      (found) => typeof found === "string" ? leaveFor(found) : setRequest(found),
    ).catch((error) => setProblem(problemOf(error)));
  }, []);
  const shown = problem ?? networks.problem;
  return (
    <View title="Connect an app">
      {shown
        ? (
          <>
            <Failed problem={shown} />
            <p class="links">
              <a href={hrefOf("contacts")}>To your contacts</a>
            </p>
          </>
        )
        : !request || !networks.data
        ? <Loading what="what the app asks for" rows={1} />
        : "forget" in request
        ? <Forget remembered={request} />
        : <Question account={account} request={request} networks={networks.data} />}
    </View>
  );
}

interface QuestionProps {
  account: Account;
  request: ConsentRequest;
  networks: Network[];
}

function Question({ account, request, networks }: QuestionProps) {
  const timeZone = useTimeZone();
  const { client } = request;
  const [denying, setDenying] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const host = hostOf(request.redirectUri);
  const form = useKeyForm({ ...newDraft, name: nameOf(client) }, async (draft) => {
    setProblem(undefined);
    try {
      await createConnection({
        ...bodyOf(draft, timeZone),
        clientId: client.id,
        redirectHost: host,
      });
      leaveFor(await request.approve());
    } catch (error) {
      if (!(error instanceof ConsentError)) throw error;
      setProblem(problemOf(error));
    }
  });
  const deny = async () => {
    setDenying(true);
    try {
      leaveFor(await request.deny());
    } catch (error) {
      setProblem(problemOf(error));
      setDenying(false);
    }
  };
  return (
    <>
      <Claim client={client} host={host} email={account.email} />
      {problem && <Notice tone="danger">{problem.detail}</Notice>}
      <KeyForm form={form} networks={networks}>
        <Button busy={denying} onClick={() => void deny()}>Deny</Button>
        <Button submit kind="primary" busy={form.busy}>Allow</Button>
      </KeyForm>
    </>
  );
}

/** As long as a connection's name may be. */
const nameOf = ({ name }: Client) => name.trim().slice(0, 100);

/** Nobody has checked what an app says of itself; the host is where it really gets its answer. */
function Claim({ client, host, email }: { client: Client; host: string; email: string }) {
  return (
    <>
      <p class="lead break">
        An app asks to use the contacts of <strong>{email}</strong>. It says it is called{" "}
        <strong>{client.name || "nothing"}</strong>; nobody has checked that.
      </p>
      <p class="break">
        Your answer is sent to{" "}
        <strong>{host}</strong>. Allow it only if you began this yourself, and know that address.
      </p>
      <p>
        What you choose here limits what the app does with your contacts, and not what it does with
        your account: where you sign in, it may be able to change how you do so, such as your e-mail
        address, or to sign you out.
      </p>
    </>
  );
}

/** Auth remembers a consent and does not say whose. Whoever is chosen here might not be the one that asks. */
function Forget({ remembered }: { remembered: Remembered }) {
  const [state, setState] = useState<"asking" | "busy" | "done">("asking");
  const [problem, setProblem] = useState<Problem>();
  const forget = async () => {
    setState("busy");
    try {
      await remembered.forget();
      setState("done");
    } catch (error) {
      setProblem(problemOf(error));
      setState("asking");
    }
  };
  if (state === "done") return <Notice>Start again in the app. Then you are asked.</Notice>;
  return (
    <>
      <p class="lead">
        An app asks to use your contacts. It cannot be told which of these, that you allowed
        something before and that have no connection (any more):
      </p>
      <ul>
        {remembered.clients.map(({ id, name }) => (
          <li key={id} class="break">
            {name || id}
          </li>
        ))}
      </ul>
      <p>
        Ask anew to take back what they were allowed, which signs them out. Nothing is sent to any
        of them.
      </p>
      {problem && <Notice tone="danger">{problem.detail}</Notice>}
      <p class="links">
        <Button kind="primary" busy={state === "busy"} onClick={() => void forget()}>
          Ask anew
        </Button>
        <a href={hrefOf("contacts")}>To your contacts</a>
      </p>
    </>
  );
}

/** @throws ConsentError where the address is none to go to */
function leaveFor(uri: string): void {
  if (!isSafe(uri)) throw new ConsentError("The app has given an address that is not safe.");
  location.assign(uri);
}

function problemOf(error: unknown): Problem {
  if (error instanceof SessionEnded || !(error instanceof ConsentError)) return toProblem(error);
  const title = "The app cannot be connected";
  return { code: "consent", title, detail: error.message, fields: {} };
}
