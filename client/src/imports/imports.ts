import { ImportsMethods } from "../resources.ts";
import { FileImport } from "./file-import.ts";
import type { ApplyOptions } from "./options.ts";
import { readParts } from "./read-file.ts";

export interface FileOptions extends ApplyOptions {
  /** `text/vcard`, `text/csv`, `text/ldif` or `application/json`, with a charset where the file is not in UTF-8; found in the file unless set. */
  contentType?: string;
  /** For CSV with columns that Kith does not know: the field of each column. */
  mapping?: Record<string, string>;
}

/** Imports, with the import of a file of any size. */
export class ImportsOfFiles extends ImportsMethods {
  /**
   * Uploads a file of contacts, which changes nothing: `apply()` of what is returned does. A file of more than 1 MB or 1,000
   * records is sent in parts.
   * @throws KithError, or the reason of the aborted signal
   */
  async fromFile(
    file: Blob | Uint8Array | string,
    { contentType, mapping, ...options }: FileOptions = {},
  ): Promise<FileImport> {
    const parts = await readParts(file, contentType);
    const query = mapping ? { mapping: JSON.stringify(mapping) } : {};
    return await new FileImport(this.api, query, options).upload(parts);
  }
}
