/** Subscribes this browser to messages of the account's own Kith. */
import { kith } from "../api/kith.ts";
import { Refused } from "../base/problem.ts";
import { t } from "../base/texts.ts";
import { pushManager } from "../offline/worker.ts";

/** Whether this browser can be told; Safari on an iPhone only from the Home Screen. */
export const canPush = () => "PushManager" in globalThis && Boolean(navigator.serviceWorker);

/** Whether it could from the Home Screen. */
export const needsHomeScreen = () => !canPush() && /iPhone|iPad/.test(navigator.userAgent);

/** “Chrome on Linux”, as far as the browser says it. */
function nameOfBrowser(): string {
  const { userAgent } = navigator;
  const browser = /Firefox|Edg|Chrome|Safari/.exec(userAgent)?.[0] ?? "Browser";
  const system = /iPhone|iPad|Android|Windows|Mac|Linux/.exec(userAgent)?.[0];
  return [browser === "Edg" ? "Edge" : browser, system].filter(Boolean).join(" · ");
}

/** Where it is kept what an account was told last of this browser: the id of the channel and the endpoint. */
const placeOf = (accountId: string) => `kith-push:${accountId}`;
const toldOf = (accountId: string): string[] => localStorage[placeOf(accountId)]?.split(" ") ?? [];

/** Whether one of these channels is this browser's. */
export const isToldHere = (accountId: string, channels: { id: string }[]) =>
  channels.some(({ id }) => id === toldOf(accountId)[0]);

async function tell(accountId: string, subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const { id } = await kith.channels.create({
    kind: "webPush",
    name: nameOfBrowser(),
    target: endpoint!,
    keys: keys as { p256dh: string; auth: string },
  });
  localStorage[placeOf(accountId)] = `${id} ${endpoint}`;
}

/**
 * Asks the person, and makes the channel of this browser.
 * @throws Refused where the person or the browser refuses
 */
export async function tellHere(accountId: string): Promise<void> {
  const { publicKey } = await kith.pushKey.get();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await (await pushManager())?.subscribe(options).catch(console.debug);
  if (!subscription) throw new Refused(t("This browser allows no messages from Kith."));
  await tell(accountId, subscription);
}

/** Makes the channel anew where the browser has another subscription than the account was told. */
export async function keepTold(accountId: string): Promise<void> {
  const [, told] = toldOf(accountId);
  const subscription = told && await (await pushManager())?.getSubscription();
  if (subscription && subscription.endpoint !== told) await tell(accountId, subscription);
}
