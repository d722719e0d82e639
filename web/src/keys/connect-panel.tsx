/** How an assistant is connected. */
import { t } from "../base/texts.ts";
import { useState } from "preact/hooks";
import { apiUrl, davUrl, mcpUrl } from "../base/settings.ts";
import { Copyable } from "../ui/buttons.tsx";
import { QrCode } from "./qr-code.tsx";
import { SelectField } from "../ui/fields.tsx";

/** How an assistant is connected: where its settings are, and what to put there. */
export interface Assistant {
  name: string;
  /** Where the text goes, or what else there is to know. */
  where: string;
  /** The text, with the key in it where the assistant takes one. */
  text?: (address: string, key: string) => string;
}

const json = (value: unknown) => JSON.stringify(value, null, 2);
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

/** As docs/connect.md has them. */
export const assistants: Assistant[] = [
  {
    name: "Claude Code",
    where: t("Run this in a terminal:"),
    text: (address, key) =>
      `claude mcp add --transport http kith ${address} --header "Authorization: Bearer ${key}"`,
  },
  {
    name: t("Claude on the desktop"),
    where: t("In Settings, Developer, Edit Config, add:"),
    text: (address, key) =>
      json({
        mcpServers: {
          kith: { command: "npx", args: ["-y", "@kith/mcp", address], env: { KITH_API_KEY: key } },
        },
      }),
  },
  {
    name: "ChatGPT",
    where: t(
      "Its connectors take no keys: they connect by consent, where your project allows it. Give them the address above, without a key. With OpenAI’s Responses API, use this tool:",
    ),
    text: (address, key) =>
      json({ type: "mcp", server_label: "kith", server_url: address, headers: bearer(key) }),
  },
  {
    name: "Cursor",
    where: t("In ~/.cursor/mcp.json:"),
    text: (address, key) => json({ mcpServers: { kith: { url: address, headers: bearer(key) } } }),
  },
  {
    name: "VS Code",
    where: t("Run “MCP: Open User Configuration” and add this. VS Code asks for the key once:"),
    text: (address) =>
      json({
        inputs: [
          {
            type: "promptString",
            id: "kith-key",
            description: t("API key of Kith"),
            password: true,
          },
        ],
        servers: {
          kith: { type: "http", url: address, headers: bearer("${input:kith-key}") },
        },
      }),
  },
  {
    name: "Windsurf",
    where: t("In ~/.codeium/windsurf/mcp_config.json:"),
    text: (address, key) =>
      json({ mcpServers: { kith: { serverUrl: address, headers: bearer(key) } } }),
  },
];

interface Props {
  /** The key, or what stands for it. */
  secret: string;
  /** A list that the key may read, to try it with. */
  path: string;
  /** Whether it was made for a phone. */
  isForPhone: boolean;
  onCopied?: () => void;
}

const phone = t("A phone or address book");
const script = t("A script or another program");

/**
 * What a phone scans, by what it is for. Apps such as DAVx⁵ open `carddavs:` with everything filled in; Apple's profile has the address, and
 * asks for the key.
 */
const scanned = (secret: string) => ({
  [t("Android, with DAVx⁵")]: davUrl.replace(/^http(s?:..)/, `carddav$1kith:${secret}@`),
  [t("iPhone, iPad, Mac: a profile")]: `${davUrl}profile.mobileconfig`,
  [t("The key")]: secret,
});

/** What to paste into an assistant, a phone, or a terminal, so that it uses the key. */
export function ConnectPanel({ secret, path, isForPhone, onCopied }: Props) {
  const [chosen, setChosen] = useState(isForPhone ? phone : assistants[0]!.name);
  const assistant = assistants.find(({ name }) => name === chosen);
  const text = assistant?.text?.(mcpUrl, secret);
  // A text without the key in it does not keep the key.
  const copied = onCopied && (!text || text.includes(secret)) ? { onCopied } : {};
  return (
    <section class="connect stack gap-3" aria-label={t("Connect an assistant")}>
      <SelectField
        label={t("Connect")}
        value={chosen}
        onValue={setChosen}
        options={[...assistants.map(({ name }) => name), phone, script].map((name) => [name, name])}
      />
      {assistant
        ? (
          <>
            <p class="label strong">{t("Address for assistants (MCP):")}</p>
            <Copyable label={t("Address")} text={mcpUrl} />
            <p class="label strong break">{assistant.where}</p>
            {text && <Copyable key={chosen} label={t("Settings")} text={text} {...copied} />}
          </>
        )
        : chosen === phone
        ? (
          <>
            <p class="label strong">{t("Add a CardDAV account with this address:")}</p>
            <Copyable label={t("Address")} text={davUrl} />
            <p>
              {t(
                "The password is the key; the user name may be anything. Or scan this on the phone:",
              )}
            </p>
            <div class="flow gap-3">
              {Object.entries(scanned(secret)).map(([label, text]) => (
                <QrCode key={label} label={label} text={text} />
              ))}
            </div>
          </>
        )
        : (
          <>
            <p class="label strong">{t("Try it in a terminal:")}</p>
            <Copyable
              label={t("Command")}
              text={`curl -H "Authorization: Bearer ${secret}" "${apiUrl}/${path}"`}
              {...copied}
            />
            <p class="fine">
              <a href={`${apiUrl}/llms.txt`} target="_blank" rel="noopener noreferrer">
                {t("A guide to the API for agents (llms.txt)")}
              </a>
            </p>
          </>
        )}
    </section>
  );
}
