import { useState } from "preact/hooks";
import { removePhoto } from "../api/contacts.ts";
import { kithOfShownAccount } from "../api/kith.ts";
import { SessionEnded, toProblem } from "../api/problem.ts";
import type { Contact } from "../api/types.ts";
import type { Written } from "../api/written.ts";
import { announce } from "../ui/announce.tsx";
import { toast } from "../ui/toast.tsx";
import { useUnloadQuestion } from "../ui/unload.ts";
import { shrinkPhoto, UnreadablePhoto } from "./shrink-photo.ts";
import { upload } from "./upload-photo.ts";

type PhotoState =
  /** `failed` is what was chosen and could not be sent. */
  | { kind: "idle"; problem?: string | undefined; failed?: File | undefined }
  /** From 0 to 1; at 1 the server checks the photo. */
  | { kind: "sending"; part: number; stop: AbortController }
  | { kind: "removing" };

/** Sends and removes the photo of a contact. A file that could not be sent is kept, to be sent again. */
export function usePhoto(contact: Contact, onChange: (contact: Contact) => void) {
  const [state, setState] = useState<PhotoState>({ kind: "idle" });
  useUnloadQuestion(state.kind === "sending");
  const run = async (work: () => Promise<Written<Contact>>, done: string, file?: File) => {
    try {
      const { value, activityId } = await work();
      onChange(value);
      setState({ kind: "idle" });
      toast({ text: done, activityId });
    } catch (error) {
      if (error instanceof SessionEnded) return;
      if (error instanceof UnreadablePhoto) {
        return setState({ kind: "idle", problem: unreadable(file) });
      }
      const stopped = error instanceof DOMException && error.name === "AbortError";
      setState(
        stopped
          ? { kind: "idle" }
          : { kind: "idle", problem: toProblem(error).detail, failed: file },
      );
    }
  };
  const send = (file: File) => {
    if (state.kind !== "idle") return;
    const stop = new AbortController();
    const kith = kithOfShownAccount();
    const onProgress = (part: number) => setState({ kind: "sending", part, stop });
    onProgress(0);
    announce("Uploading the photo.");
    const work = async () => {
      const photo = await shrinkPhoto(file);
      stop.signal.throwIfAborted();
      return await upload(kith, contact.id, photo, onProgress, stop.signal);
    };
    void run(work, `The photo of ${contact.displayName} is changed.`, file);
  };
  const remove = () => {
    setState({ kind: "removing" });
    void run(() => removePhoto(contact.id), `The photo of ${contact.displayName} is removed.`);
  };
  return { state, send, remove };
}

function unreadable(file: File | undefined): string {
  const isHeic = /^image\/hei[cf]/.test(file?.type ?? "") || /\.hei[cf]$/i.test(file?.name ?? "");
  return isHeic
    ? "This browser cannot open HEIC photos. Save the photo as JPEG and choose that."
    : "This file cannot be used. A photo must be a JPEG, PNG or WebP file.";
}
