import { useState } from "preact/hooks";
import { apiUrl, mcpUrl } from "../settings.ts";
import { Copyable } from "../ui/buttons.tsx";
import { SelectField } from "../ui/fields.tsx";
import { assistants } from "./assistants.ts";

interface Props {
  /** The key, or what stands for it. */
  secret: string;
  /** A list that the key may read, to try it with. */
  path: string;
  onCopied?: () => void;
}

const script = "A script or another program";

/** What to paste into an assistant, or into a terminal, so that it uses the key. */
export function ConnectPanel({ secret, path, onCopied }: Props) {
  const [chosen, setChosen] = useState(assistants[0]!.name);
  const assistant = assistants.find(({ name }) => name === chosen);
  const text = assistant?.text?.(mcpUrl, secret);
  // A text without the key in it does not keep the key.
  const copied = onCopied && (!text || text.includes(secret)) ? { onCopied } : {};
  return (
    <section class="connect" aria-label="Connect an assistant">
      <SelectField label="Connect" value={chosen} onValue={setChosen}>
        {assistants.map(({ name }) => <option key={name} value={name}>{name}</option>)}
        <option value={script}>{script}</option>
      </SelectField>
      {assistant
        ? (
          <>
            <p class="dialog-label">Address for assistants (MCP):</p>
            <Copyable label="Address" text={mcpUrl} />
            <p class="dialog-label break">{assistant.where}</p>
            {text && <Copyable key={chosen} label="Settings" text={text} {...copied} />}
          </>
        )
        : (
          <>
            <p class="dialog-label">Try it in a terminal:</p>
            <Copyable
              label="Command"
              text={`curl -H "Authorization: Bearer ${secret}" "${apiUrl}/${path}"`}
              {...copied}
            />
            <p class="fine">
              <a href={`${apiUrl}/llms.txt`} target="_blank" rel="noopener noreferrer">
                A guide to the API for agents (llms.txt)
              </a>
            </p>
          </>
        )}
    </section>
  );
}
