// The configuration profile with which iOS and macOS add the address book.
import { sha256 } from "../core/sha256.ts";
import type { Outgoing } from "../http/respond.ts";
import { escapeXml } from "./names.ts";
import { hrefOf } from "./places.ts";

/**
 * A profile for iOS and macOS, which ask for the user name and the password while they install it. It says nothing of an account and
 * has no key, so that it is open to everybody.
 * @param publicUrl of the project
 */
export function mobileConfig(publicUrl: string): Outgoing {
  const { hostname, port, protocol } = new URL(publicUrl);
  const isSecure = protocol === "https:";
  const account: Record<string, string | number | boolean> = {
    PayloadType: "com.apple.carddav.account",
    PayloadVersion: 1,
    PayloadIdentifier: `kith.${hostname}.contacts`,
    PayloadUUID: uuidOf(`account ${publicUrl}`),
    PayloadDisplayName: "Kith",
    CardDAVAccountDescription: "Kith",
    CardDAVHostName: hostname,
    CardDAVPort: Number(port || (isSecure ? 443 : 80)),
    CardDAVUseSSL: isSecure,
    CardDAVPrincipalURL: hrefOf({ kind: "root" }, publicUrl),
  };
  const profile = `<dict>
<key>PayloadContent</key><array>${dict(account)}</array>
<key>PayloadType</key><string>Configuration</string>
<key>PayloadVersion</key><integer>1</integer>
<key>PayloadIdentifier</key><string>${escapeXml(`kith.${hostname}`)}</string>
<key>PayloadUUID</key><string>${uuidOf(publicUrl)}</string>
<key>PayloadDisplayName</key><string>Kith: contacts</string>
<key>PayloadDescription</key><string>Adds the people in Kith to Contacts. The password is an API key of Kith.</string>
</dict>`;
  return {
    status: 200,
    headers: {
      "content-type": "application/x-apple-aspen-config; charset=utf-8",
      "content-disposition": 'attachment; filename="kith.mobileconfig"',
    },
    body: '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n' +
      `<plist version="1.0">${profile}</plist>\n`,
  };
}

const dict = (values: Record<string, string | number | boolean>) =>
  `<dict>${
    Object.entries(values).map(([key, value]) => `\n<key>${key}</key>${plistOf(value)}`).join("")
  }\n</dict>`;

function plistOf(value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? "<true/>" : "<false/>";
  return typeof value === "number"
    ? `<integer>${value}</integer>`
    : `<string>${escapeXml(value)}</string>`;
}

/** Always the same for a project, so that a profile that is installed again takes the place of the one before. */
function uuidOf(text: string): string {
  const digits = sha256(`kith profile ${text}`);
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5");
}
