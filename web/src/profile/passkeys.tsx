/** The passkeys of the account: adding and removing them. */
import { t } from "../base/texts.ts";
import { useAction, useLoad } from "../hooks/load.ts";
import { auth, refuseFor } from "../session/auth.ts";
import { addPasskey, offersPasskeys } from "../session/passkeys.ts";
import { formatInstantDay } from "../base/dates.ts";
import { useTimeZone } from "../hooks/time-zone.ts";
import { Button } from "../ui/buttons.tsx";
import { toast } from "../ui/toast.tsx";
import { Way } from "../ui/way.tsx";

/** Nothing where the project has no passkeys. */
export function Passkeys() {
  const timeZone = useTimeZone();
  const { busy, problem, run } = useAction();
  const { data: passkeys, reload } = useLoad(
    async () => await offersPasskeys() ? (await auth.passkey.list()).data ?? undefined : undefined,
    [],
  );
  if (!passkeys) return null;
  const change = (
    call: () => PromiseLike<{ error: Parameters<typeof refuseFor>[0] }>,
    text: string,
  ) =>
    void run(async () => {
      refuseFor((await call()).error);
      reload();
      toast({ text });
    });
  return (
    <div>
      <Way name="Passkeys" about={passkeys.length === 0 ? t("None yet") : undefined}>
        <Button
          busy={busy}
          onClick={() => change(addPasskey, t("The passkey is added."))}
        >
          {t("Add a passkey…")}
        </Button>
      </Way>
      {problem && <p class="field-problem" role="alert">{problem.detail}</p>}
      <ul class="factors stack" aria-label={t("Passkeys")} hidden={passkeys.length === 0}>
        {passkeys.map(({ id: passkeyId, friendly_name: name = t("Passkey"), created_at: at }) => (
          <li key={passkeyId} class="apart line gap-5 spread">
            <span>{t("{0}, added {1}", name, formatInstantDay(at, timeZone))}</span>
            <Button
              kind="plain"
              aria-label={t("Remove: {0}", name)}
              onClick={() =>
                change(() =>
                  auth.passkey.delete({ passkeyId }), t("The passkey is removed."))}
            >
              {t("Remove")}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
