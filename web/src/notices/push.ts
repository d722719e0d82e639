/** Subscribes this browser to messages of the account's own Kith. */
import type { Channel } from "@kith/client";
import { kith } from "../api/kith.ts";

/** The browser's push service; undefined where it has none, as in a page that is not on the Home Screen of an iPhone. */
const pushManager = async () =>
  (await navigator.serviceWorker?.getRegistration())?.pushManager as PushManager | undefined;

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

/**
 * Asks the person, and makes the channel of this browser.
 * @throws DOMException where the person or the browser refuses
 */
export async function tellHere(): Promise<Channel> {
  const { publicKey } = await kith.pushKey.get();
  const subscription = await (await pushManager())!.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  return await kith.channels.create({
    kind: "webPush",
    name: nameOfBrowser(),
    target: endpoint!,
    keys: keys as { p256dh: string; auth: string },
  });
}
