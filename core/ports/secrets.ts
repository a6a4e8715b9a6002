/** Randomness, digests and encryption for core. */
export interface Secrets {
  /** Unpredictable. */
  random(bytes: number): Uint8Array;
  /** 64 lower-case hex digits. A string is hashed as UTF-8. */
  sha256(data: string | Uint8Array): Promise<string>;
  /** 64 lower-case hex digits; key and message as UTF-8. */
  hmacSha256(key: string, message: string): Promise<string>;
  /**
   * Encrypts so that only `open` with the same service secret and purpose can read it and notices
   * any change. Sealing twice gives different results. The result is printable ASCII and names its
   * secret, so that the secret can be changed.
   */
  seal(plain: string, purpose: SealPurpose): Promise<string>;
  /**
   * The sealed text. Throws `SlipwayError('unreadable_secret')` when it was changed, was sealed for
   * another company or purpose, or when the secret is missing.
   */
  open(sealed: string, purpose: SealPurpose): Promise<string>;
  /**
   * An Ed25519 signature of a UTF-8 text and the public key to it, both in base64url. The key
   * follows from the service's secret, and is another one once that is changed. Absent where the
   * runtime has no signatures.
   */
  sign?(text: string): Promise<{ readonly publicKey: string; readonly signature: string }>;
  /** Whether `seal` would use the same secret and form today. */
  isCurrent(sealed: string): Promise<boolean>;
}

/** A sealed text moved to another company's document, or to another use, cannot be opened. */
export interface SealPurpose {
  readonly companyId: string;
  readonly use:
    | 'credentials'
    | 'webhook'
    | 'answer'
    | 'check'
    | 'mcp'
    | 'research'
    | 'conversions'
    | 'sign-in'
    | 'audit'
    | 'grant'
    | 'grant-request'
    | 'program'
    | 'approval'
    | 'leads';
}
