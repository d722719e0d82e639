/** The form that signs in. */
import { t } from "../base/texts.ts";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { hrefOf, navigate, type View as ViewName } from "../shell/router.ts";
import { View } from "../shell/view.tsx";
import { Button } from "../ui/buttons.tsx";
import { Field, PasswordField } from "../ui/fields.tsx";
import { useForm } from "../ui/form.tsx";
import { Notice } from "../ui/states.tsx";
import { auth, refuseFor } from "../session/auth.ts";
import { offersPasskeys, signInWithPasskey } from "../session/passkeys.ts";
import { useAction, useLoad } from "../hooks/load.ts";

export function SignIn({ notice }: { notice?: string | undefined }) {
  const { address, keep, forget } = useAddress();
  const [password, setPassword] = useState("");
  const { data: hasPasskeys } = useLoad(offersPasskeys, []);
  const passkey = useAction();
  const signIn = async (call: PromiseLike<{ error: Parameters<typeof refuseFor>[0] }>) => {
    refuseFor((await call).error);
    forget();
    if (/^#\/(sign|forgot)/.test(location.hash)) navigate("today");
  };
  return (
    <SessionForm
      title={t("Sign in")}
      send={() => signIn(auth.signInWithPassword({ email: address.trim(), password }))}
      submit={t("Sign in")}
      after={hasPasskeys && (
        <>
          <Button
            icon="key"
            busy={passkey.busy}
            onClick={() => void passkey.run(() => signIn(signInWithPasskey()))}
          >
            {t("Sign in with a passkey")}
          </Button>
          {passkey.problem && <Notice tone="danger">{passkey.problem.detail}</Notice>}
        </>
      )}
      before={notice && <Notice tone="info">{notice}</Notice>}
      links={{
        "forgot-password": t("Forgotten your password?"),
        "sign-up": t("Create an account"),
      }}
    >
      <AddressField value={address} onValue={keep} />
      <PasswordField
        label={t("Password")}
        autocomplete="current-password"
        required
        value={password}
        onValue={setPassword}
      />
    </SessionForm>
  );
}

/** What is to be done next where sending the form is not all. */
interface Next {
  title: string;
  notice: ComponentChildren;
}

interface Props {
  title: string;
  /** Sends the form. What it throws is said in it. */
  send: () => Promise<Next | void>;
  /** The text of the button. */
  submit: string;
  /** Links to other views: the view and the text of each. */
  links?: Partial<Record<ViewName, string>>;
  before?: ComponentChildren;
  after?: ComponentChildren;
  children: ComponentChildren;
}

/** A view with one form: error message, fields, button and links to other views; then what is to be done next. */
export function SessionForm({ title, send, submit, links, before, after, children }: Props) {
  const [next, setNext] = useState<Next>();
  const form = useForm({ save: async () => setNext(await send() ?? undefined) });
  if (next) {
    return (
      <View key="next" title={next.title}>
        <Notice>{next.notice}</Notice>
        {after}
        <Links to={{ "sign-in": t("Back to sign in") }} />
      </View>
    );
  }
  return (
    <View title={title}>
      {before}
      <form class="form stack gap-5" onSubmit={form.submit}>
        {form.refusal && <Notice tone="danger">{form.refusal}</Notice>}
        {children}
        <Button submit kind="primary" busy={form.busy}>{submit}</Button>
      </form>
      {after}
      <Links to={links} />
    </View>
  );
}

/** Links to other views, at the end of a view. */
function Links({ to = {} }: { to?: Props["links"] | undefined }) {
  if (Object.keys(to).length === 0) return null;
  return (
    <p class="links flow spread label">
      {Object.entries(to).map(([view, text]) => (
        <a key={view} href={hrefOf(view as ViewName)}>{text}</a>
      ))}
    </p>
  );
}

/** The e-mail address that was typed last, to fill in the next form. */
let typedAddress = "";

export function forgetAddress(): void {
  typedAddress = "";
}

export function useAddress() {
  const [address, setAddress] = useState(typedAddress);
  const keep = (value: string) => {
    typedAddress = value;
    setAddress(value);
  };
  return { address, keep, forget: () => keep("") };
}

interface FieldProps {
  value: string;
  onValue: (value: string) => void;
}

export function AddressField(
  { value, onValue, label = t("E-mail address") }: FieldProps & { label?: string },
) {
  return (
    <Field
      label={label}
      type="email"
      autocomplete="username"
      required
      value={value}
      onValue={onValue}
    />
  );
}

/** A field to choose a new password. */
export function NewPasswordField({ label, value, onValue }: FieldProps & { label: string }) {
  return (
    <PasswordField
      label={label}
      autocomplete="new-password"
      required
      minLength={6}
      hint={t("At least 6 characters. A few words in a row are easy to remember.")}
      value={value}
      onValue={onValue}
    />
  );
}

/** For password managers, which store a new password with this address. */
export function NameForManagers({ email }: { email: string }) {
  return (
    <input
      class="unseen"
      type="email"
      autocomplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
