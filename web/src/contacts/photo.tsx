import { useRef } from "preact/hooks";
import type { Contact } from "../api/types.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { photoTypes } from "./shrink-photo.ts";
import { usePhoto } from "./use-photo.ts";
import { usePhotoDrop, usePhotoPaste } from "./use-photo-drop.ts";

/** The photo of a contact, which is chosen, dropped on it or pasted. */
export function Photo(
  { contact, onChange }: { contact: Contact; onChange: (contact: Contact) => void },
) {
  const { state, send, remove } = usePhoto(contact, onChange);
  const input = useRef<HTMLInputElement>(null);
  const { drag, handlers } = usePhotoDrop(send);
  usePhotoPaste(send);
  return (
    <div class={drag ? `photo photo-${drag}` : "photo"} {...handlers}>
      <Avatar name={contact.displayName} photoUrl={contact.photoUrl} large />
      <input
        ref={input}
        class="unseen"
        type="file"
        // Because HEIC is not in this list, iPhones convert what is chosen to JPEG.
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
            <Button
              icon="camera"
              title="You can also drop a picture here, or paste one."
              onClick={() => input.current?.click()}
            >
              {contact.hasPhoto ? "Change photo" : "Add photo"}
            </Button>
            {contact.hasPhoto && (
              <Button kind="plain" busy={state.kind === "removing"} onClick={remove}>
                Remove photo
              </Button>
            )}
          </div>
        )}
      {drag && <p class="photo-hint">Drop the photo here</p>}
      {state.kind === "idle" && state.problem && (
        <p class="field-problem" role="alert">{state.problem}</p>
      )}
      {state.kind === "idle" && state.failed && (
        <Button
          icon="rotate"
          onClick={() => send(state.failed!)}
        >
          Try again
        </Button>
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
