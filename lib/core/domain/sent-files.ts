/** A file sent with a request. */
export interface SentFile {
  /** As sent; null if the part had none. */
  filename: string | null;
  /** Media type without parameters, in lower case. */
  content_type: string;
  bytes: Uint8Array;
}
