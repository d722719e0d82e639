/** A signed URL that takes an upload. */
export interface UploadLink {
  uploadUrl: string;
  token: string;
  expiresAt: Date;
}

/** Signed URLs by path, and why some are missing where Storage did not answer. */
export interface ReadLinks {
  links: Map<string, string>;
  cause?: unknown;
}

/** The files of photos. All methods but `signReads` throw Problem unavailable when Storage does not answer. */
export interface PhotoStore {
  /** An absolute URL to upload to, without any other credential. */
  signUpload(path: string): Promise<UploadLink>;
  /** Moves an object; false when there is none. */
  move(from: string, to: string): Promise<boolean>;
  /** Whether the object is an image of the right kind and size, by what it really is. */
  isPhoto(path: string): Promise<boolean>;
  /** Signed URLs to read; what does not exist is left out. At most one call; never rejects. */
  signReads(paths: string[]): Promise<ReadLinks>;
  /** Removes bytes; what does not exist counts as removed. */
  remove(paths: string[]): Promise<void>;
}
