import { describe, expect, it } from "vitest";
import { make, makeKey, signUp } from "../support/accounts.ts";
import { anyone, as } from "../support/client.ts";
import { committed } from "../support/database.ts";
import {
  drain,
  keptPath,
  makeWithPhoto,
  objectsOf,
  photoPath,
  picture,
  prepareUpload,
  put,
  read,
} from "../support/photos.ts";
import { superuser } from "../support/sql.ts";

/** A user whose row is deleted in the dashboard or with SQL, so that no request of Kith removes the photos first. */
const sql = superuser();

const deleteUser = (id: string) => sql`delete from auth.users where id = ${id}`;

/** Who asks what after the user was deleted. */
const requests: [string, () => Promise<() => Promise<unknown>>][] = [
  [
    "a check of the service, without credential",
    () => Promise.resolve(() => anyone().get("/health")),
  ],
  ["somebody's profile", async () => {
    const ada = await signUp();
    return () => ada.get("/me");
  }],
  ["somebody's notes, with a key", async () => {
    const { key } = await makeKey(await signUp());
    return () => as(key).get("/notes");
  }],
];

describe("the photo of a user whose row was deleted", () => {
  it.each(requests)("is removed after the next request: %s", async (_, prepare) => {
    const ask = await prepare();
    const owner = await signUp();
    const { id, photoUrl } = await makeWithPhoto(owner);
    const path = await photoPath(sql, id) ?? "";
    expect((await read(photoUrl)).status).toBe(200);
    await deleteUser(owner.id);
    await drain(sql, ask, path);
    expect((await read(photoUrl)).status).toBe(400);
  });

  it.each(["is done", "is still to be done"])(
    "is removed where it was kept, when its move %s",
    async (state) => {
      const owner = await signUp();
      const { id } = await makeWithPhoto(owner);
      const path = await photoPath(sql, id) ?? "";
      const ask = () => anyone().get("/health");
      await committed(sql, async (tx) => {
        await tx`update kith.contacts set photo_path = null where id = ${id}`;
        await tx`
          update kith_private.photo_removals set due_at = now() + interval '1 hour' where path = ${path}`;
      });
      const kept = await keptPath(sql, path) ?? "";
      if (state === "is done") await drain(sql, ask, path);
      await deleteUser(owner.id);
      await drain(sql, ask, path, kept);
      expect(await objectsOf(sql, owner.id)).toEqual([]);
      const rows = await sql`
        select path from kith_private.photo_removals where path like ${`${owner.id}/%`}
        union all select path from kith_private.kept_photos where owner_id = ${owner.id}`;
      expect(rows).toEqual([]);
    },
  );

  it("is queued with the uploads, which are due when their URLs have expired", async () => {
    const owner = await signUp();
    const { id } = await make(owner, "/contacts", { firstName: "A" });
    const { path, expiresAt, ...upload } = await prepareUpload(owner, id);
    expect(await put({ path, expiresAt, ...upload }, picture("picture.png"))).toBe(200);
    await deleteUser(owner.id);
    const [row] = await sql`select due_at from kith_private.photo_removals where path = ${path}`;
    expect(row?.due_at.getTime()).toBeGreaterThan(Date.parse(expiresAt));
    await drain(sql, () => anyone().get("/health"), path);
  });
});
