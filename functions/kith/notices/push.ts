// Sends messages to browsers: encrypted for the browser (RFC 8291), signed for its push service (RFC 8292).
import { Buffer } from "node:buffer";
import { createECDH } from "node:crypto";
import { buildPushPayload } from "@block65/webcrypto-web-push";
import type { Message, Reach } from "../core/call.ts";
import { DeliveryError } from "./errors.ts";

/** What a browser is told has so many bytes at most, and a browser that is off gets it within half a day or not at all. */
const limits = { text: 1_000, ttlSeconds: 43_200, timeoutMs: 10_000 };

/** The point on P-256 of a private key, in base64url. @param privateKey 32 bytes in hexadecimal */
export function publicKeyOf(privateKey: string): string {
  const pair = createECDH("prime256v1");
  // Bytes, because Deno 2.1 takes no text.
  pair.setPrivateKey(Buffer.from(privateKey, "hex"));
  return Buffer.from(pair.getPublicKey()).toString("base64url");
}

/** A browser, as its subscription names it. */
export interface Browser {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/**
 * Sends a message to a browser. One of the same topic that is still on its way is replaced.
 * @param contact where an operator is reached: an https or mailto URL
 * @throws DeliveryError, or ReachError
 */
export async function sendPush(
  { endpoint, keys }: Browser,
  { text, path }: Message,
  { topic, privateKey, contact, reach }: {
    topic: string;
    privateKey: string;
    contact: string;
    reach: Reach;
  },
): Promise<void> {
  const { headers, body } = await buildPushPayload(
    {
      data: { title: "Kith", text: text.slice(0, limits.text), path: path ?? "", topic },
      options: { ttl: limits.ttlSeconds, topic, urgency: "normal" },
    },
    { endpoint, expirationTime: null, keys },
    {
      subject: contact,
      publicKey: publicKeyOf(privateKey),
      privateKey: Buffer.from(privateKey, "hex").toString("base64url"),
    },
  ).catch((error: unknown) => {
    // Keys that are no point of the curve.
    throw new DeliveryError("refused_address", String(error));
  });
  const { status } = await reach(endpoint, {
    method: "POST",
    headers: headers as Record<string, string>,
    body: new Uint8Array(body),
    limit: 0,
    timeoutMs: limits.timeoutMs,
  });
  if (status === 404 || status === 410) throw new DeliveryError("gone", `It answered ${status}.`);
  if (status < 200 || status > 299) throw new DeliveryError("status", `It answered ${status}.`);
}
