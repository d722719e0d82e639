import { describe, expect, it } from "vitest";
import { signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { rolledBack, type Sql } from "../support/database.ts";
import { ask, handle, tokenOf } from "../support/handle.ts";
import { superuser } from "../support/sql.ts";

/** The picture of a card, between the statement that writes the card and the one that makes the picture the photo. */
const sql = superuser();
const { id: owner } = await signUp();

const sentCard = {
  text: "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ana\r\nTEL:1\r\nEND:VCARD\r\n",
  parts: [],
};
const sent = { writer: 2, name: "ana.vcf", uid: "ana", card: sentCard, withText: true };
const body = { firstName: "Ana", phones: [{ value: "1" }] };
const picture = { digest: "0".repeat(64), linesTag: "1", extension: "png", bytes: 100 };

/** What is answered: how it went, what is said of the page, and its card. */
async function write(tx: Sql, operation: string, args: Json) {
  const { status, body } = await ask(tx, tokenOf(owner), operation, { ...sent, ...args });
  const [head, card] = body!.split("\n");
  return {
    status,
    head: JSON.parse(head!) as Json,
    card: JSON.parse(card?.replace(/^cards /, "") ?? "null") as Json,
  };
}

async function putCard(tx: Sql): Promise<string | null> {
  const { status, head } = await write(tx, "dav_put", { body, picture });
  expect(status).toBe(201);
  return head["photoPath"];
}

const givePhoto = (tx: Sql, path: string) =>
  write(tx, "dav_photo", { picture: { ...picture, path, lines: "PHOTO:" } });

describe("the picture of a card", () => {
  it("is removed by no sweep before it is the photo, and can be nothing else's", () =>
    rolledBack(sql, async (tx) => {
      const photoPath = (await putCard(tx))!;
      const unnamed = async () =>
        (await tx`select kith_private.unnamed_photos(array[${photoPath}]) as path`).length;
      expect(await unnamed()).toBe(0);
      const other = photoPath.replace(
        /[0-9a-f-]{36}\.png$/,
        "00000000-0000-4000-8000-000000000000.png",
      );
      expect((await givePhoto(tx, other)).head).toMatchObject({ code: "invalid_photo_path" });
      expect((await givePhoto(tx, photoPath)).status).toBe(200);
      expect(await unnamed()).toBe(0);
      expect(await tx`select from kith_private.photo_uploads where owner_id = ${owner}`).toEqual(
        [],
      );
    }));

  it("is not stored where the account has as many bytes as it may, and the card is written", () =>
    rolledBack(sql, async (tx) => {
      await tx`update kith_private.quotas set maximum = 99 where name = 'photo_bytes'`;
      expect(await putCard(tx)).toBeNull();
    }));

  it("does not bring back what the card said, where the contact was changed meanwhile", () =>
    rolledBack(sql, async (tx) => {
      const photoPath = (await putCard(tx))!;
      const [contact] = await tx`select id from kith.contacts where owner_id = ${owner}`;
      const changed = { id: contact!["id"], body: { phones: [{ value: "2" }] } };
      await handle(tx, tokenOf(owner), "update_contact", changed);
      const { head, card } = await givePhoto(tx, photoPath);
      expect(head).toMatchObject({ hasOtherLines: true });
      expect(card).toMatchObject({ isCurrent: false, hasPhoto: true });
    }));
});
