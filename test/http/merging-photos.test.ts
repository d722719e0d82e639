import { describe, expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import { anyone, type Json } from "../support/client.ts";
import {
  drain,
  keptPath,
  makeWithPhoto,
  objectsOf,
  photoPath,
  picture,
  read,
} from "../support/photos.ts";
import { make } from "../support/accounts.ts";
import { superuser } from "../support/sql.ts";

/** The photo of a merged contact: it moves with its file, and comes back when the merge is undone. */
const sql = superuser();
const photo = picture("picture.png");

const merge = async (account: Account, target: Json, duplicate: Json, more: Json = {}) =>
  expectStatus(
    await account.post(`/contacts/${target.id}/merge`, { duplicateId: duplicate.id, ...more }),
    200,
  );
const undo = async (account: Account, id: string) =>
  expectStatus(await account.post(`/activity/${id}/undo`, {}), 200);
const drained = (...paths: string[]) => drain(sql, () => anyone().get("/health"), ...paths);
const bytesOf = async (account: Account, id: string) =>
  (await read(expectStatus(await account.get(`/contacts/${id}`), 200).photoUrl)).bytes;

describe("the photo of a duplicate", () => {
  it("moves with its file to a target without one, and back", async () => {
    const account = await signUp();
    const target = await make(account, "/contacts", { firstName: "T" });
    const duplicate = await makeWithPhoto(account);
    const path = (await photoPath(sql, duplicate.id))!;
    const { contact: dry } = await merge(account, target, duplicate, { dryRun: true });
    expect(dry.hasPhoto).toBe(true);
    expect(await photoPath(sql, duplicate.id)).toBe(path);
    const { contact, activityId } = await merge(account, target, duplicate);
    expect((await read(contact.photoUrl)).bytes).toEqual(photo);
    expect([await photoPath(sql, target.id), await keptPath(sql, path)]).toEqual([path, null]);
    expect((await undo(account, activityId)).conflicts).toEqual([]);
    expect(await photoPath(sql, target.id)).toBeNull();
    await drained(path);
    expect(await bytesOf(account, duplicate.id)).toEqual(photo);
    expect(await objectsOf(sql, account.id)).toHaveLength(1);
  });

  it.each(["kept", "chosen"])("is %s where both have one, and both return", async (which) => {
    const account = await signUp();
    const [target, duplicate] = [await makeWithPhoto(account), await makeWithPhoto(account)];
    const paths = [await photoPath(sql, target.id), await photoPath(sql, duplicate.id)] as [
      string,
      string,
    ];
    const fields = which === "chosen" ? { fields: { photoUrl: "duplicate" } } : {};
    const { activityId } = await merge(account, target, duplicate, fields);
    expect(await photoPath(sql, target.id)).toBe(paths[which === "chosen" ? 1 : 0]);
    const undone = await undo(account, activityId);
    expect(undone.conflicts).toEqual([]);
    const photoOf = async (path: string) =>
      (await sql`select kith_private.photo_of(${path}) as photo`)[0]!["photo"];
    expect([
      await photoOf((await photoPath(sql, target.id))!),
      await photoOf((await photoPath(sql, duplicate.id))!),
    ])
      .toEqual([await photoOf(paths[0]), await photoOf(paths[1])]);
    await undo(account, undone.activityId);
    expect(await photoOf((await photoPath(sql, target.id))!)).toBe(
      await photoOf(paths[which === "chosen" ? 1 : 0]),
    );
  });
});
