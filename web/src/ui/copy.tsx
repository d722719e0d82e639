import { useEffect, useState } from "preact/hooks";
import { announce } from "./announce.tsx";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";

interface Props {
  label: string;
  text: string;
  /** Called when it was copied, by the button or by the keyboard. */
  onCopied?: () => void;
}

/** Copies a text, and says for a while whether that was done. */
function useCopy(label: string, text: string, onCopied?: () => void) {
  const [state, setState] = useState<"" | "copied" | "failed">("");
  useEffect(() => {
    const timer = state && setTimeout(() => setState(""), 4000);
    return () => clearTimeout(timer || undefined);
  }, [state]);
  const copy = async () => {
    const next = await navigator.clipboard.writeText(text).then(() => "copied", () => "failed");
    setState(next as "copied" | "failed");
    if (next === "copied") onCopied?.();
    announce(next === "copied" ? `${label} copied.` : "Copying failed; select the text.");
  };
  return { state, copy: () => void copy() };
}

/** A button that copies the text beside it. */
export function CopyButton({ text }: { text: string }) {
  const { state, copy } = useCopy(text, text);
  return (
    <IconButton
      icon={state === "copied" ? "check" : state === "failed" ? "alert" : "copy"}
      label={`Copy ${text}`}
      title="Copy"
      onClick={copy}
    />
  );
}

/** Text with a button that copies it; the user can select it where the clipboard is not available. */
export function Copyable({ label, text, onCopied }: Props) {
  const { state, copy } = useCopy(label, text, onCopied);
  return (
    <div class="copyable">
      <pre class="code" onCopy={onCopied}><code>{text}</code></pre>
      <Button icon={state === "copied" ? "check" : "copy"} onClick={copy}>
        {state === "copied"
          ? "Copied"
          : state === "failed"
          ? "Select the text"
          : `Copy ${label.toLowerCase()}`}
      </Button>
    </div>
  );
}
