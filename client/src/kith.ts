// The client: one member for each resource, and reading the feed of changes.
import { Api, type RequestOptions } from "./api.ts";
import { connect, type KithClientOptions } from "./client.ts";
import { ImportsOfFiles } from "./imports/file-import.ts";
import type { Values } from "./kinds.ts";
import type { Feed } from "./lists.ts";
import { type PhotoOptions, uploadPhoto } from "./photo.ts";
import { ContactsMethods, Resources } from "./resources.ts";
import type { Contact, ExportContactsQuery, ListChangesQuery } from "./types.ts";

/** A resource that changed: as it is now, or that it was deleted. */
export type Change = {
  [Kind in keyof Values]:
    | { resource: Kind; id: string; deleted?: never; value: Values[Kind] }
    | { resource: Kind; id: string; deleted: true; value?: never };
}[keyof Values];

/** Contacts, with the setting of a photo in one call. */
class ContactsWithPhotos extends ContactsMethods {
  /**
   * Sets the photo of a contact: requests an upload, uploads the file and attaches it. Returns the changed contact.
   * @param photo a JPEG, PNG or WebP file of at most 5 MiB
   * @throws KithError when the API refuses, UploadError when Storage refuses, TypeError when the type of the file is unknown
   */
  async uploadPhoto(
    id: string,
    photo: Blob | Uint8Array,
    options: PhotoOptions = {},
  ): Promise<Contact> {
    return (await uploadPhoto(this, id, photo, options)).data;
  }
}

/**
 * Kith, with a method for each operation: `kith.contacts.create({ firstName: "Zoë" })`. Methods return the body of the
 * answer and throw a {@link KithError} where the request did not succeed.
 */
export class Kith extends Resources {
  override readonly contacts: ContactsWithPhotos;
  override readonly imports: ImportsOfFiles;
  /**
   * What changed since a cursor: `await` it for one page, iterate over it for every change, or over `pages()` to store the
   * cursor of each. Without `since` there are no changes, and the cursor is that of now.
   */
  declare readonly changes: (query?: ListChangesQuery, options?: RequestOptions) => Feed<Change>;
  /**
   * The file of an export, of which the body is read while it comes and fails where it breaks off. Everything of the account
   * as JSON; with `format` or filters the contacts that match, as vCards, CSV or JSON.
   * @throws KithError
   */
  declare readonly export: (
    query?: ExportContactsQuery,
    options?: RequestOptions,
  ) => Promise<Response>;

  /** @throws TypeError where the base URL or the token is neither given nor in the environment */
  constructor(options: KithClientOptions = {}) {
    const api = new Api(connect(options));
    super(api);
    this.contacts = new ContactsWithPhotos(api);
    this.imports = new ImportsOfFiles(api);
    const everything = this.export;
    this.export = (query = {}, options = {}) =>
      Object.keys(query).length > 0
        ? this.contacts.export(query, options)
        : everything({}, options);
  }
}
