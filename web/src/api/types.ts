import type { components } from "@kith/client";

type Schemas = components["schemas"];

/** The API's resources, with the names of the API document. */
export type Address = Schemas["Contact"]["addresses"][number];
export type ApiKey = Schemas["ApiKey"];
export type ApiKeyCreate = Schemas["ApiKeyCreate"];
export type ApiKeyUpdate = Schemas["ApiKeyUpdate"];
export type Contact = Schemas["Contact"];
/** With the key itself, which only a repeated answer lacks. */
export type CreatedApiKey = Schemas["CreatedApiKey"] & { key: string };
export type Network = Schemas["Network"];
export type Note = Schemas["Note"];
export type NoteType = Schemas["NoteType"];
export type Profile = Schemas["Profile"];
export type Reminder = Schemas["Reminder"];
export type Scope = Schemas["Scope"];
