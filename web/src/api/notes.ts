import { orThrow } from "@kith/client";
import { kith } from "./kith.ts";
import type {
  Network,
  NetworkCreate,
  Note,
  NoteCreate,
  NoteType,
  NoteTypeCreate,
  ReminderCreate,
} from "./types.ts";
import { ifMatch, tagged, written } from "./written.ts";

/** Members that are absent or empty do not limit the list. */
export interface NoteFilter {
  contactId?: string | undefined;
  search?: string | undefined;
  noteTypeId?: string | undefined;
  /** Calendar dates. */
  from?: string | undefined;
  to?: string | undefined;
}

/** The notes that match, the newest first. */
export function listNotes(
  { contactId, search, noteTypeId, from, to }: NoteFilter,
  page: number,
  pageSize: number,
  signal?: AbortSignal,
) {
  const query = {
    ...(contactId && { contactId }),
    ...(search && { search }),
    ...(noteTypeId && { noteTypeId }),
    ...(from && { from }),
    ...(to && { to }),
    sort: "-occurredAt" as const,
    page,
    pageSize,
  };
  return orThrow(kith.GET("/notes", { params: { query }, ...(signal && { signal }) }));
}

/** The first line of the last note about a contact; undefined where there is none. */
export async function firstLineOfLast(contactId: string, signal: AbortSignal) {
  const query = { contactId, fields: "content", sort: "-occurredAt" as const, pageSize: 1 };
  const { data } = await orThrow(kith.GET("/notes", { params: { query }, signal }));
  return data[0]?.content?.trim().split("\n", 1)[0]?.slice(0, 200);
}

export const getNote = (id: string): Promise<Note> =>
  tagged(kith.GET("/notes/{id}", { params: { path: { id } } }));

export const createNote = (body: NoteCreate) => written(kith.POST("/notes", { body }));

/** A note, a reminder, or both, of one change set. */
export interface Composition {
  note?: NoteCreate;
  reminder?: ReminderCreate;
}

/** @param key by which sending it again saves it once */
export async function create({ note, reminder }: Composition, key: string, client = kith) {
  const params = { header: { "Idempotency-Key": key } };
  const answer = note && reminder
    ? client.POST("/notes/with-reminder", { body: { note, reminder }, params })
    : note
    ? client.POST("/notes", { body: note, params })
    : client.POST("/reminders", { body: reminder!, params });
  return { activityId: (await written<unknown>(answer)).activityId };
}

/** Changes a note, only if it is as it was read where it has an entity tag. */
export const updateNote = (note: Note, body: Partial<NoteCreate>) =>
  written(
    kith.PATCH("/notes/{id}", { params: { path: { id: note.id }, ...ifMatch(note) }, body }),
  );

export const deleteNote = (id: string) =>
  written(kith.DELETE("/notes/{id}", { params: { path: { id } } }));

export const getNoteType = (id: string): Promise<NoteType> =>
  tagged(kith.GET("/note-types/{id}", { params: { path: { id } } }));

export const createNoteType = (body: NoteTypeCreate) => written(kith.POST("/note-types", { body }));

/** Changes a note type, only if it is as it was read. */
export const updateNoteType = (type: NoteType, body: Partial<NoteTypeCreate>) =>
  written(
    kith.PATCH("/note-types/{id}", {
      params: { path: { id: type.id }, ...ifMatch(type) },
      body,
    }),
  );

export const deleteNoteType = (id: string) =>
  written(kith.DELETE("/note-types/{id}", { params: { path: { id } } }));

export const getNetwork = (id: string): Promise<Network> =>
  tagged(kith.GET("/networks/{id}", { params: { path: { id } } }));

export const createNetwork = (body: NetworkCreate) => written(kith.POST("/networks", { body }));

/** Changes a network, only if it is as it was read. */
export const updateNetwork = (network: Network, body: Partial<NetworkCreate>) =>
  written(
    kith.PATCH("/networks/{id}", {
      params: { path: { id: network.id }, ...ifMatch(network) },
      body,
    }),
  );

export const deleteNetwork = (id: string) =>
  written(kith.DELETE("/networks/{id}", { params: { path: { id } } }));
