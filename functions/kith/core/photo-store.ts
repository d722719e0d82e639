/** A signed URL to upload a file to. */
export interface UploadLink {
  uploadUrl: string;
  token: string;
  expiresAt: Date;
}

/** Signed URLs by path, and the cause when some are missing because Storage did not answer. */
export interface ReadLinks {
  links: Map<string, string>;
  cause?: unknown;
}

/** The files of photos. All methods but `signReads` throw Problem unavailable when Storage does not answer. */
export interface PhotoStore {
  /** An absolute URL to upload to, without any other credential. */
  signUpload(path: string): Promise<UploadLink>;
  /** Stores a photo that was read already. */
  store(path: string, contentType: string, bytes: Uint8Array): Promise<void>;
  /** Moves an object; false when it does not exist. */
  move(from: string, to: string): Promise<boolean>;
  /** Whether the object is a JPEG, PNG or WebP image of an allowed size, according to its content. */
  isPhoto(path: string): Promise<boolean>;
  /** Signed URLs to read objects; those that do not exist are missing. At most one request; never rejects. */
  signReads(paths: string[]): Promise<ReadLinks>;
  /** Removes objects; one that does not exist counts as removed. */
  remove(paths: string[]): Promise<void>;
}
