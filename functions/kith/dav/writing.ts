// What CardDAV clients write: cards, and which of them is the owner's own.
import { Problem } from "../core/problems.ts";
import { entityTagsOf } from "../http/arguments.ts";
import type { Outgoing } from "../http/respond.ts";
import { contentTypes } from "../contacts/photos/image.ts";
import { sha256 } from "../core/sha256.ts";
import { bookOf, type DavCall } from "./call.ts";
import { davArguments, listedOf, readCardPage, readPeople } from "./cards.ts";
import { multistatus, propertyStatuses } from "./multistatus.ts";
import { calendarServer, dav, nameOf } from "./names.ts";
import type { DavArguments } from "./operations.ts";
import { fitsCards } from "./pictures.ts";
import { hrefOf, readHref } from "./places.ts";
import { readFacts } from "./properties.ts";
import { badXml, uidConflict } from "./refusals.ts";
import { readSentCard, type SentCard } from "./sent-card.ts";
import { childOf, readXml } from "./xml.ts";

/** Writes a card: 201 for a new one, else 204; with its tag where it is kept to the last byte, so that nobody reads it again. */
export async function putCard(call: DavCall, name: string): Promise<Outgoing> {
  const { runner, publicUrl } = call;
  const read = readSentCard(call.text);
  if ("uids" in read) {
    await runner.run({ ...davArguments(call), ...read } as DavArguments, "dav_group", "write");
    // Its members have it among their categories; the card itself is no part of the book.
    return { status: 201, headers: {}, body: "" };
  }
  const { photo, hasOtherPicture, body, ...sent } = read;
  const kept: DavArguments = { ...davArguments(call), ...sent, name };
  const answer = await runner.run(
    {
      ...kept,
      ...conditionsOf(call),
      body,
      picture: photo && pictureOf(photo),
      ...(hasOtherPicture ? { hasOtherPicture } : {}),
    } as DavArguments,
    "dav_put",
    "write",
  );
  if (answer.status === 409) {
    const other: string = JSON.parse(answer.body!).name;
    throw uidConflict(hrefOf({ kind: "card", account: bookOf(call), name: other }, publicUrl));
  }
  let page = readCardPage(answer);
  let isWhole = sent.card !== null && !hasOtherPicture && !page.hasOtherLines &&
    (photo?.isAsSent ?? true);
  const { photoPath } = page;
  if (photo && photoPath !== undefined) {
    const stored = photoPath === null ? null : await storePicture(call, kept, photo, photoPath);
    isWhole &&= stored !== null && !stored.hasOtherLines && fitsCards(photo.lines);
    page = stored ?? page;
  }
  const [written] = listedOf(page);
  // A photo that the client does not know comes with the card.
  isWhole &&= photo !== null || !written?.card.hasPhoto;
  const headers: Record<string, string> = isWhole && written
    ? { etag: `"${written.card.tag}"` }
    : {};
  return answer.status === 201
    ? { status: 201, headers, body: "" }
    : { status: 204, headers, body: null };
}

type Picture = NonNullable<SentCard["photo"]>;

/** What the database is told of a picture. */
const pictureOf = ({ bytes, type, lines }: Picture) => ({
  digest: sha256(bytes),
  bytes: bytes.length,
  linesTag: sha256(lines).slice(0, 32),
  extension: Object.entries(contentTypes).find(([, each]) => each === type)![0],
});

/** Makes the picture of a card the photo of the contact; null where that fails, because the card is written already. */
async function storePicture(
  { dependencies: { photos }, runner }: DavCall,
  kept: DavArguments,
  photo: Picture,
  path: string,
): Promise<ReturnType<typeof readCardPage> | null> {
  const lines = fitsCards(photo.lines) ? { lines: photo.lines } : {};
  try {
    await photos.store(path, photo.type, photo.bytes);
    const args: DavArguments = { ...kept, picture: { ...pictureOf(photo), path, ...lines } };
    return readCardPage(await runner.run(args, "dav_photo", "write"));
  } catch (error) {
    // What was stored and is nobody's photo is swept.
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** Deletes a card: the contact goes to the trash. */
export async function deleteCard(call: DavCall, name: string): Promise<Outgoing> {
  const args: DavArguments = { ...davArguments(call), ...conditionsOf(call), name };
  await call.runner.run(args, "dav_delete", "write");
  return { status: 204, headers: {}, body: null };
}

/** What `If-Match` and `If-None-Match` say of a card that is written. */
function conditionsOf(
  { request: { headers } }: DavCall,
): Pick<DavArguments, "ifCard" | "ifNoCard"> {
  const match = headers.get("if-match");
  return {
    ...(match === null ? {} : { ifCard: match.trim() === "*" ? ["*"] : entityTagsOf(match) }),
    ...(headers.get("if-none-match")?.trim() === "*" ? { ifNoCard: true } : {}),
  };
}

/** Sets which card is the owner's own; no other property can be set. */
export async function patchProperties(call: DavCall): Promise<Outgoing> {
  const { place, publicUrl, runner } = call;
  const root = readXml(call.text);
  if (root.name !== nameOf(dav, "propertyupdate")) {
    throw badXml("The body is a propertyupdate element.");
  }
  const asked = root.children
    .flatMap((each) => (childOf(each, nameOf(dav, "prop"))?.children ?? []));
  if (asked.length > 100) throw badXml("The body has too many properties.");
  const meCard = nameOf(calendarServer, "me-card");
  const own = asked.find(({ name }) => name === meCard);
  const href = own && childOf(own, nameOf(dav, "href"))?.text.trim();
  const card = href === undefined ? null : readHref(href, publicUrl);
  let isSet = false;
  if (place.kind === "book" && card?.kind === "card" && card.account === place.account) {
    const { first: [person] } = await readPeople(call, { names: [card.name], withText: false });
    isSet = person !== undefined &&
      await runner.run({ body: { contactId: person.contact.id } }, "update_me", "write")
        .then(() => true, (error) => {
          if (error instanceof Problem && error.status < 500) return false;
          throw error;
        });
  } else await readFacts(call);
  const statuses = asked.map(({ name }): [string, string] => [
    name,
    name === meCard && isSet ? "200 OK" : "403 Forbidden",
  ]);
  return multistatus([propertyStatuses(hrefOf(place, publicUrl), new Map(statuses))]);
}
