/** Randomness, digests and encryption: what core needs of cryptography, none of it written by hand. */
export interface Secrets {
  /** Fresh unpredictable bytes. */
  random(bytes: number): Uint8Array;
  /** SHA-256 as 64 lower-case hex digits. A string is hashed as its UTF-8 bytes. */
  sha256(data: string | Uint8Array): Promise<string>;
  /** HMAC-SHA-256 as 64 lower-case hex digits; key and message as UTF-8. */
  hmacSha256(key: string, message: string): Promise<string>;
  /**
   * Encrypts so that only `open` with the same service secret can read it and any change is noticed.
   * The same text sealed twice gives different results. The result is printable ASCII and names the
   * secret it was sealed with, so that the secret can be rotated.
   */
  seal(plain: string): Promise<string>;
  /** The text that was sealed. Throws `SlipwayError('unreadable_secret')` when it was changed or the secret is not at hand. */
  open(sealed: string): Promise<string>;
}
