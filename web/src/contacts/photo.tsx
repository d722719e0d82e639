import { useRef, useState } from "preact/hooks";
import { removePhoto } from "../api/kith.ts";
import { SessionEnded, toProblem } from "../api/problem.ts";
import type { Contact } from "../api/types.ts";
import { announce } from "../ui/announce.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { photoTypes, problemWith, upload } from "./upload-photo.ts";

type State =
  | { kind: "idle"; problem?: string | undefined }
  /** From 0 to 1; at 1 the server checks the photo. */
  | { kind: "sending"; part: number; stop: AbortController }
  | { kind: "removing" };

/** The photo of a contact, with buttons to change and remove it. */
export function Photo(
  { contact, onChange }: { contact: Contact; onChange: (contact: Contact) => void },
) {
  const [state, setState] = useState<State>({ kind: "idle" });
  const input = useRef<HTMLInputElement>(null);

  const run = async (work: () => Promise<Contact>, done: string) => {
    try {
      onChange(await work());
      setState({ kind: "idle" });
      announce(done);
    } catch (error) {
      if (error instanceof SessionEnded) return;
      const stopped = error instanceof DOMException && error.name === "AbortError";
      setState({ kind: "idle", problem: stopped ? undefined : toProblem(error).detail });
    }
  };
  const send = (file: File) => {
    const problem = problemWith(file);
    if (problem) return setState({ kind: "idle", problem });
    const stop = new AbortController();
    const onProgress = (part: number) => setState({ kind: "sending", part, stop });
    onProgress(0);
    announce("Uploading the photo.");
    void run(() => upload(contact.id, file, onProgress, stop.signal), "The photo is uploaded.");
  };
  const remove = () => {
    setState({ kind: "removing" });
    void run(() => removePhoto(contact.id), "The photo is removed.");
  };
  return (
    <div class="photo">
      <Avatar name={contact.displayName} photoUrl={contact.photoUrl} large />
      <input
        ref={input}
        class="unseen"
        type="file"
        accept={photoTypes.join(",")}
        aria-label="Photo"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = "";
          if (file) send(file);
        }}
      />
      {state.kind === "sending"
        ? <Progress part={state.part} onStop={() => state.stop.abort()} />
        : (
          <div class="photo-actions">
            <Button icon="camera" onClick={() => input.current?.click()}>
              {contact.hasPhoto ? "Change photo" : "Add photo"}
            </Button>
            {contact.hasPhoto && (
              <Button kind="plain" busy={state.kind === "removing"} onClick={remove}>
                Remove photo
              </Button>
            )}
          </div>
        )}
      {state.kind === "idle" && state.problem && (
        <p class="field-problem" role="alert">{state.problem}</p>
      )}
    </div>
  );
}

function Progress({ part, onStop }: { part: number; onStop: () => void }) {
  const percent = Math.round(part * 100);
  return (
    <div class="progress">
      <progress
        aria-label="Upload of the photo"
        max={100}
        {...(part < 1 && { value: percent })}
      />
      <p class="fine">{part < 1 ? `${percent} %` : "Checking…"}</p>
      <Button kind="plain" onClick={onStop}>Stop</Button>
    </div>
  );
}
