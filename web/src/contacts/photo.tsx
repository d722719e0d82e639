/** The photo of a contact: the face is what is pressed to change it. */
import { t } from "../base/texts.ts";
import { useRef, useState } from "preact/hooks";
import { kith, kithOfShownAccount } from "../api/kith.ts";
import { Refused } from "../base/problem.ts";
import { useAction } from "../hooks/load.ts";
import type { Contact } from "@kith/client";
import { type Written, written } from "../base/written.ts";
import { photoTypes, shrinkPhoto, UnreadablePhoto, upload } from "./photo-file.ts";
import { useListener } from "../hooks/events.ts";
import { announce } from "../ui/announce.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/buttons.tsx";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toast.tsx";
import { useUnloadQuestion } from "../ui/form.tsx";

/** The photo of a contact, which is chosen, dropped on it or pasted. */
export function Photo({ contact, photo }: { contact: Contact; photo: PhotoState }) {
  const { problem, sending, failed, send } = photo;
  const input = useRef<HTMLInputElement>(null);
  const { drag, handlers } = usePhotoDrop(send);
  usePhotoPaste(send);
  return (
    <div
      class={drag ? `photo stack gap-1 centre photo-${drag}` : "photo stack gap-1 centre"}
      {...handlers}
    >
      <div class="face">
        <Avatar name={contact.displayName} photoUrl={contact.photoUrl} large />
        <button
          type="button"
          aria-label={contact.hasPhoto ? t("Change photo") : t("Add photo")}
          title={t("You can also drop a picture here, or paste one.")}
          onClick={() => input.current?.click()}
        >
          <Icon name="camera" />
        </button>
      </div>
      <input
        ref={input}
        class="unseen"
        type="file"
        // Because HEIC is not in this list, iPhones convert what is chosen to JPEG.
        accept={photoTypes.join(",")}
        aria-label={t("Photo")}
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = "";
          if (file) send(file);
        }}
      />
      {sending && <Progress part={sending.part} onStop={() => sending.stop.abort()} />}
      {drag && <p class="label strong">{t("Drop the photo here")}</p>}
      {problem && <p class="field-problem" role="alert">{problem.detail}</p>}
      {problem && failed && (
        <Button icon="rotate" onClick={() => send(failed)}>{t("Try again")}</Button>
      )}
    </div>
  );
}

function Progress({ part, onStop }: { part: number; onStop: () => void }) {
  const percent = Math.round(part * 100);
  return (
    <div class="progress stack gap-1 label">
      <progress
        aria-label={t("Upload of the photo")}
        max={100}
        {...(part < 1 && { value: percent })}
      />
      <p class="fine">{part < 1 ? `${percent} %` : t("Checking…")}</p>
      <Button kind="plain" onClick={onStop}>{t("Stop")}</Button>
    </div>
  );
}

export type PhotoState = ReturnType<typeof usePhoto>;

/** Sends and removes the photo of a contact. A file that could not be sent is kept, to be sent again. */
export function usePhoto(contact: Contact, onChange: (contact: Contact) => void) {
  const { busy, problem, run } = useAction();
  /** From 0 to 1; at 1 the server checks the photo. */
  const [sending, setSending] = useState<{ part: number; stop: AbortController }>();
  const [failed, setFailed] = useState<File>();
  useUnloadQuestion(sending !== undefined);
  const save = async (work: Promise<Written<Contact>>, text: string) => {
    const { value, activityId } = await work;
    onChange(value);
    toast({ text, activityId });
  };
  const send = (file: File) => {
    if (busy) return toast({ text: t("One thing after the other: the last one is not done yet.") });
    void run(async () => {
      const stop = new AbortController();
      const { contacts } = kithOfShownAccount();
      const onProgress = (part: number) => setSending({ part, stop });
      setFailed(undefined);
      onProgress(0);
      announce(t("Uploading the photo."));
      try {
        const photo = await shrinkPhoto(file);
        stop.signal.throwIfAborted();
        await save(
          upload(contacts, contact.id, photo, onProgress, stop.signal),
          t("The photo of {0} is changed.", contact.displayName),
        );
      } catch (error) {
        if (error instanceof UnreadablePhoto) throw new Refused(unreadable(file));
        if (stop.signal.aborted) return;
        setFailed(file);
        throw error;
      } finally {
        setSending(undefined);
      }
    });
  };
  const remove = () => {
    setFailed(undefined);
    void run(() =>
      save(
        written(kith.contacts.update(contact.id, { photoUrl: null })),
        t("The photo of {0} is removed.", contact.displayName),
      )
    );
  };
  return { busy, problem, sending, failed, send, remove };
}

function unreadable(file: File): string {
  const isHeic = /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name);
  return isHeic
    ? t("This browser cannot open HEIC photos. Save the photo as JPEG and choose that.")
    : t("This file cannot be used. A photo must be a JPEG, PNG or WebP file.");
}

/** Where a dragged file is: anywhere on the page, or over the element. */
type Drag = "near" | "over" | undefined;

const hasFiles = (data: DataTransfer | null) => data?.types.includes("Files") ?? false;

/** The first picture; else the first file, so that its problem is told. */
function fileOf(data: DataTransfer | null): File | undefined {
  const files = [...data?.files ?? []];
  return files.find(({ type }) => type.startsWith("image/")) ?? files[0];
}

/** Takes a file that is dropped on an element. Elsewhere on the page nothing happens: see useFileGuard. */
function usePhotoDrop(onFile: (file: File) => void) {
  const [drag, setDrag] = useState<Drag>();
  useListener<DragEvent>(globalThis, "dragenter", ({ dataTransfer }) => {
    if (hasFiles(dataTransfer)) setDrag((now) => now ?? "near");
  });
  // Without an element that is entered instead, the pointer has left the window.
  useListener<DragEvent>(
    globalThis,
    "dragleave",
    ({ relatedTarget }) => relatedTarget ?? setDrag(undefined),
  );
  useListener(globalThis, "drop", () => setDrag(undefined));
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      setDrag("over");
    },
    onDragLeave: (event: DragEvent) => {
      const inside = (event.currentTarget as Element).contains(event.relatedTarget as Node | null);
      if (!inside) setDrag((now) => now && "near");
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      const file = fileOf(event.dataTransfer);
      if (file) onFile(file);
    },
  };
  return { drag, handlers };
}

/** Takes a picture that is pasted, unless it is pasted into a field or while a dialog is open. */
function usePhotoPaste(onFile: (file: File) => void): void {
  useListener<ClipboardEvent>(globalThis, "paste", (event) => {
    const target = event.target as Element | null;
    const typing = target?.closest("input, textarea, select, [contenteditable]");
    if (typing || document.querySelector("dialog[open]")) return;
    const file = [...event.clipboardData?.files ?? []]
      .find(({ type }) => type.startsWith("image/"));
    if (!file) return;
    event.preventDefault();
    onFile(file);
  });
}
