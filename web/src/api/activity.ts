import { type ListActivityQuery, orThrow } from "@kith/client";
import { kith } from "./kith.ts";
import type { Activity, TrashItem, UndoResult } from "./types.ts";

/** The kinds of resources that the log knows. */
export type LoggedResource = NonNullable<ListActivityQuery["resource"]>;

export interface ActivityFilter {
  actorId?: string | undefined;
  resource?: LoggedResource | undefined;
  resourceId?: string | undefined;
  from?: string | undefined;
}

/** The log of changes, the newest first. */
export async function listActivity(filter: ActivityFilter, page: number, signal?: AbortSignal) {
  const { actorId, resource, resourceId, from } = filter;
  const query = {
    ...(actorId && { actorId }),
    ...(resource && { resource }),
    ...(resourceId && { resourceId }),
    ...(from && { from }),
    page,
    pageSize: 30,
  };
  const answer = await orThrow(
    kith.GET("/activity", { params: { query }, ...(signal && { signal }) }),
  );
  // openapi-fetch takes `string & {}` in an answer for an object.
  return { ...answer, data: answer.data as Activity[] };
}

/** A change set with more of its changes than a list has. */
export const getActivity = (id: string) =>
  orThrow(kith.GET("/activity/{id}", { params: { path: { id } } })) as Promise<Activity>;

export async function listTrash(page: number, signal?: AbortSignal) {
  const answer = await orThrow(
    kith.GET("/trash", { params: { query: { page, pageSize: 30 } }, ...(signal && { signal }) }),
  );
  return { ...answer, data: answer.data as TrashItem[] };
}

/** @param partial undoes what can be undone, where something is in the way */
export const undoChange = (id: string, partial = false) =>
  orThrow(
    kith.POST("/activity/{id}/undo", { params: { path: { id } }, body: { partial } }),
  ) as Promise<UndoResult>;

/** Undoes everything that an actor did since then, or says what that would be. */
export const undoActor = (body: {
  actorId: string;
  since: string;
  dryRun?: boolean;
  partial?: boolean;
}) => orThrow(kith.POST("/activity/undo", { body })) as Promise<UndoResult>;

export const eraseTrashItem = (id: string) =>
  orThrow(kith.DELETE("/trash/{id}", { params: { path: { id } } }));
