/** An OpenID Connect provider where people of the installation prove who they are. */
export interface IdentityProvider {
  /** As shown on the sign-in page. */
  readonly name: string;
  /**
   * Whether people who signed in with it may also use mailed links. Absent: they may not, because a
   * link would bypass it.
   */
  readonly allowsLinks?: boolean;
  /** Where to send a browser, and what to keep until it comes back. Throws `unavailable`. */
  begin(redirectUri: string): Promise<{ readonly url: string; readonly flow: SignInFlow }>;
  /**
   * Who came back at `url`, which begins with the address given to `begin`. Throws `unauthorized`
   * for an answer that does not belong to this flow or a refusal, and `unavailable` while the
   * provider does not answer.
   */
  redeem(url: string, flow: SignInFlow): Promise<Identity>;
}

/** Ties the provider's answer to the browser and the request. Secret. */
export interface SignInFlow {
  readonly state: string;
  readonly nonce: string;
  /** PKCE: the code alone is worth nothing. */
  readonly verifier: string;
}

export interface Identity {
  readonly issuer: string;
  /** The provider's permanent id of the person. */
  readonly subject: string;
  readonly email?: string | undefined;
  /** Whether the provider vouches for the address. */
  readonly isVerified: boolean;
  readonly name?: string | undefined;
}
