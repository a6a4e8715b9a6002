/** Randomness, digests and encryption: what core needs of cryptography, none of it written by hand. */
export interface Secrets {
  /** Fresh unpredictable bytes. */
  random(bytes: number): Uint8Array;
  /** SHA-256 as 64 lower-case hex digits. A string is hashed as its UTF-8 bytes. */
  sha256(data: string | Uint8Array): Promise<string>;
  /** HMAC-SHA-256 as 64 lower-case hex digits; key and message as UTF-8. */
  hmacSha256(key: string, message: string): Promise<string>;
  /**
   * Encrypts so that only `open` with the same service secret and for the same purpose can read it, and any
   * change is noticed. The same text sealed twice gives different results. The result is printable ASCII and
   * names the secret it was sealed with, so that the secret can be changed.
   */
  seal(plain: string, purpose: SealPurpose): Promise<string>;
  /**
   * The text that was sealed. Throws `SlipwayError('unreadable_secret')` when it was changed, was sealed for
   * another company or purpose, or when the secret is not at hand.
   */
  open(sealed: string, purpose: SealPurpose): Promise<string>;
  /** Whether `seal` would use the same secret and form today. What is not current needs a former secret, or will. */
  isCurrent(sealed: string): Promise<boolean>;
}

/** What a text is sealed for. Moved to another company's document, or to another use, it cannot be opened. */
export interface SealPurpose {
  readonly companyId: string;
  readonly use: 'credentials' | 'webhook' | 'answer' | 'check' | 'mcp' | 'research' | 'conversions' | 'sign-in' | 'audit';
}
