import { kith } from "./kith.ts";
import type { NoteType, NoteTypeCreate } from "./types.ts";
import { ifMatch, tagged, written } from "./written.ts";

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
