import type { Credentials } from './platform-accounts.ts';

/**
 * Connecting by OAuth: a person lets the operator's app in at the platform, and comes back with a code for tokens.
 * Present where the platform has it and the operator has said which app is his.
 */
export interface OAuthCapability {
  /** The name under which the platform hands the code back. */
  readonly codeName: string;
  /** Credentials that a person may add, because the platform does not tell them. */
  readonly extras: readonly string[];
  /** Where the person goes. `verifier` is a secret of this flow, whose digest goes along where the platform takes one (PKCE). */
  authorizeUrl(flow: OAuthFlow): Promise<string>;
  /** The credentials that a code stands for. A code works once. Throws `PlatformError`. */
  redeem(flow: Omit<OAuthFlow, 'state'>, code: string): Promise<Credentials>;
}

export interface OAuthFlow {
  /** Where the platform sends the person back to. */
  readonly redirectUri: string;
  readonly state: string;
  readonly verifier: string;
}

/** When an access token, and a refresh token, end: milliseconds as text, kept among the credentials. */
export const accessTokenEnd = 'accessTokenEndsAt';
export const refreshTokenEnd = 'refreshTokenEndsAt';

/** When credentials end that nothing renews from then on; undefined where they do not, or it is not known. */
export function endOfCredentials(credentials: Credentials): number | undefined {
  const end = Number(credentials[credentials.refreshToken === undefined ? accessTokenEnd : refreshTokenEnd]);
  return Number.isFinite(end) && end > 0 ? end : undefined;
}
