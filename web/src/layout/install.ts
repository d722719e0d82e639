/** Installing the page as an app. */
import { useEffect, useState } from "preact/hooks";
import { useListener } from "../hooks/events.ts";
import { show } from "../shell/open.ts";

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** What the browser would ask, which it says once, early. */
let waiting: InstallPrompt | undefined;
const changes = new EventTarget();

function wait(event: Event | undefined): void {
  event?.preventDefault();
  waiting = event as InstallPrompt | undefined;
  changes.dispatchEvent(new Event("change"));
}

addEventListener("beforeinstallprompt", wait);
addEventListener("appinstalled", () => wait(undefined));

/** Safari of iOS has no prompt: there one is told how to do it. */
const isUninstalledOnIos = () => (navigator as { standalone?: boolean }).standalone === false;

/** Installs the page as an app; undefined where it is installed, or the browser does not offer it. */
export function useInstall(): (() => void) | undefined {
  const [prompt, setPrompt] = useState(waiting);
  const follow = () => setPrompt(waiting);
  useListener(changes, "change", follow);
  useEffect(follow, []);
  if (prompt) return () => void prompt.prompt().finally(() => wait(undefined));
  return isUninstalledOnIos() ? () => show("install") : undefined;
}
