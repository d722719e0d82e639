import { useState } from "preact/hooks";
import { useLoad } from "../hooks/load.ts";
import { auth } from "../session/auth.ts";
import { Button } from "../ui/buttons.tsx";
import { ChangeEmail } from "./change-email.tsx";
import { ChangePassword } from "./change-password.tsx";
import { SecondFactors } from "./second-factors.tsx";

type Open = "email" | "password";

/** How one signs in: address, password and second factor, which are Auth's and not in the profile. */
export function SignInSection({ email }: { email: string }) {
  const user = useLoad(async () => {
    const { data } = await auth.getUser();
    return data.user;
  }, []);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const pending = user.data?.new_email;
  return (
    <section class="section">
      <h2 class="section-title">Signing in</h2>
      <div class="card card-body sign-in-ways">
        <div class="apart">
          <div>
            <p class="way-name">E-mail address</p>
            <p class="fine break">
              {email}
              {pending && ` (${pending} is not confirmed yet)`}
            </p>
          </div>
          <Button onClick={() => setOpen("email")}>Change address…</Button>
        </div>
        <div class="apart">
          <p class="way-name">Password</p>
          <Button onClick={() => setOpen("password")}>Change password…</Button>
        </div>
        <SecondFactors user={user} />
      </div>
      {open === "email" && <ChangeEmail email={email} onChanged={user.reload} onClose={close} />}
      {open === "password" && <ChangePassword email={email} onClose={close} />}
    </section>
  );
}
