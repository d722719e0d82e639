/** Registers the service worker, and notices a new version. */
import { useEffect, useState } from "preact/hooks";
import { useListener } from "../hooks/events.ts";

/** The script of this page, beside whose folder the service worker is. */
const own = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.src ?? "";

/** How often a page that stays open asks whether there is a new version, in milliseconds. */
const interval = 60 * 60_000;

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): {
    createScriptURL(url: string): string;
  };
}

/** The address of the worker, in the form that the content-security policy asks for. */
function workerUrl(): string {
  const url = new URL("../worker.js", own).href;
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return url;
  return trustedTypes.createPolicy("kith-worker", { createScriptURL: () => url })
    .createScriptURL(url);
}

/** Lets the service worker keep the files of the page; nothing where the browser or the host allows none. */
export function registerWorker(): void {
  if (!isSecureContext || !navigator.serviceWorker || !own) return;
  const register = async () => {
    const registration = await navigator.serviceWorker.register(workerUrl());
    let asked = Date.now();
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden" || Date.now() - asked < interval) return;
      asked = Date.now();
      registration.update().catch(() => {});
    });
  };
  // After the first view, which it would compete with.
  const later = () => void register().catch((error) => console.debug(error));
  if (document.readyState === "complete") later();
  else addEventListener("load", later, { once: true });
}

/** The browser's push service; undefined where it has none, as in a page that is not on the Home Screen of an iPhone. */
export const pushManager = async () =>
  (await navigator.serviceWorker?.getRegistration())?.pushManager as PushManager | undefined;

/** Whoever has signed out is told nothing here any more: the push service says so to whoever tells. */
export const endPush = async () =>
  await (await (await pushManager())?.getSubscription())?.unsubscribe();

/** Whether a version of the page was installed that is not the one that is shown. */
export function useNewVersion(): boolean {
  const [isNew, setIsNew] = useState(false);
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  useListener<MessageEvent<{ kithFiles?: string[] }>>(worker, "message", ({ data }) => {
    if (data.kithFiles) setIsNew(!data.kithFiles.some((name) => own.endsWith(`/${name}`)));
  });
  useEffect(() => worker?.startMessages(), []);
  return isNew;
}
