import type { components } from "@kith/client";

type Schemas = components["schemas"];

/** The API's resources, with the names of the API document. */
export type Activity = Schemas["Activity"];
export type Actor = Schemas["Actor"];
export type Address = Schemas["Contact"]["addresses"][number];
export type ApiKey = Schemas["ApiKey"];
export type ApiKeyCreate = Schemas["ApiKeyCreate"];
export type ApiKeyUpdate = Schemas["ApiKeyUpdate"];
export type Connection = Schemas["Connection"];
export type ConnectionCreate = Schemas["ConnectionCreate"];
export type ConnectionUpdate = Schemas["ConnectionUpdate"];
export type Contact = Schemas["Contact"];
export type ContactBulkUpdate = Schemas["ContactBulkUpdate"];
export type ContactCreate = Schemas["ContactCreate"];
export type ContactPage = Schemas["ContactPage"];
export type ContactUpdate = Schemas["ContactUpdate"];
export type ContactMergeCreate = Schemas["ContactMergeCreate"];
/** With the key itself, which only a repeated answer lacks. */
export type CreatedApiKey = Schemas["CreatedApiKey"] & { key: string };
export type Duplicate = Schemas["Duplicate"];
export type MergedContact = Schemas["MergedContact"];
export type Network = Schemas["Network"];
export type NetworkCreate = Schemas["NetworkCreate"];
export type Note = Schemas["Note"];
export type NoteCreate = Schemas["NoteCreate"];
export type NoteType = Schemas["NoteType"];
export type NoteTypeCreate = Schemas["NoteTypeCreate"];
export type Profile = Schemas["Profile"];
export type Reminder = Schemas["Reminder"];
export type ReminderCreate = Schemas["ReminderCreate"];
export type Scope = Schemas["Scope"];
export type TrashItem = Schemas["TrashItem"];
export type UndoResult = Schemas["UndoResult"];
export type Upcoming = Schemas["Upcoming"];
export type UpcomingItem = Schemas["UpcomingItem"];

/** Which name stands first: the value of `sort` that it has. */
export type NameOrder = "displayName" | "lastName";
