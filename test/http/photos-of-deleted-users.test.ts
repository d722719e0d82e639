import { describe, expect, it } from "vitest";
import { make, makeKey, signUp } from "../support/accounts.ts";
import { anyone, as } from "../support/client.ts";
import {
  makeWithPhoto,
  photoPath,
  picture,
  prepareUpload,
  put,
  read,
  stored,
} from "../support/photos.ts";
import { superuser } from "../support/sql.ts";
import { until } from "../support/wait.ts";

/** A user whose row is deleted in the dashboard or with SQL, so that no request of Kith removes the photos first. */
const sql = superuser();

const deleteUser = (id: string) => sql`delete from auth.users where id = ${id}`;

/**
 * Waits until a file is removed after a request, and forgotten. What other copies of the function were told to remove, and cannot, is due
 * again at once.
 */
async function removed(path: string, ask: () => Promise<unknown>): Promise<void> {
  await until(`${path} is removed`, async () => {
    await sql`update kith_private.photo_removals set due_at = now() where path = ${path}`;
    await ask();
    const queued = await sql`select from kith_private.photo_removals where path = ${path}`;
    return queued.length === 0 && (await stored(path)).length === 0;
  }, 10_000);
}

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
    await removed(path, ask);
    expect((await read(photoUrl)).status).toBe(400);
  });

  it("is queued with the uploads, which are due when their URLs have expired", async () => {
    const owner = await signUp();
    const { id } = await make(owner, "/contacts", { firstName: "A" });
    const { path, expiresAt, ...upload } = await prepareUpload(owner, id);
    expect(await put({ path, expiresAt, ...upload }, picture("picture.png"))).toBe(200);
    await deleteUser(owner.id);
    const [row] = await sql`select due_at from kith_private.photo_removals where path = ${path}`;
    expect(row?.due_at.getTime()).toBeGreaterThan(Date.parse(expiresAt));
    await removed(path, () => anyone().get("/health"));
  });
});
