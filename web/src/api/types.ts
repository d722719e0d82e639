import type { components } from "@kith/client";

type Schemas = components["schemas"];

/** The API's resources, named as its document names them. */
export type Address = Schemas["Contact"]["addresses"][number];
export type ApiKey = Schemas["ApiKey"];
export type Contact = Schemas["Contact"];
/** With the key itself, which only the answer to a repeated request lacks. */
export type CreatedApiKey = Schemas["CreatedApiKey"] & { key: string };
export type Network = Schemas["Network"];
export type Note = Schemas["Note"];
export type NoteType = Schemas["NoteType"];
export type Profile = Schemas["Profile"];
export type Reminder = Schemas["Reminder"];
