/** Where people of the installation prove who they are: a provider that speaks OpenID Connect. */
export interface IdentityProvider {
  /** What it is called on the page where people sign in. */
  readonly name: string;
  /** Whether people who have signed in with it may use mailed links as well. Absent: they may not, because a link would go past it. */
  readonly allowsLinks?: boolean;
  /** Where to send a browser, and what has to be known again when it comes back. Throws `unavailable`. */
  begin(redirectUri: string): Promise<{ readonly url: string; readonly flow: SignInFlow }>;
  /**
   * Who came back at `url`, which begins with the address of `begin`. Throws `unauthorized` for what the provider did
   * not send in answer to this flow, or refuses, and `unavailable` while it does not answer.
   */
  redeem(url: string, flow: SignInFlow): Promise<Identity>;
}

/** What ties an answer of the provider to the browser and the request it is for. Kept from everybody else. */
export interface SignInFlow {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE: whoever has the code alone has nothing. */
  readonly verifier: string;
}

export interface Identity {
  readonly issuer: string;
  /** What the provider calls the person, for ever. */
  readonly subject: string;
  readonly email?: string | undefined;
  /** Whether the provider vouches for the address. */
  readonly isVerified: boolean;
  readonly name?: string | undefined;
}
