import type { Credentials } from './platform-accounts.ts';

/**
 * Connecting by OAuth: a person lets the operator's app in at the platform, and comes back with a
 * code for tokens. Present where the platform has it and the operator has named an app.
 */
export interface OAuthCapability {
  /** The parameter in which the platform returns the code. */
  readonly codeName: string;
  /** Credentials that a person may add, because the platform does not give them. */
  readonly extras: readonly string[];
  /**
   * `verifier` is a secret of this flow; its digest goes along where the platform takes one (PKCE).
   *
   * @param uses features that the company uses on the platform: scopes of theirs are asked for too
   */
  authorizeUrl(flow: OAuthFlow, uses: readonly string[]): Promise<string>;
  /** The credentials behind a code, which works once. Throws `PlatformError`. */
  redeem(flow: Omit<OAuthFlow, 'state'>, code: string): Promise<Credentials>;
}

export interface OAuthFlow {
  readonly redirectUri: string;
  readonly state: string;
  readonly verifier: string;
}

/**
 * When an access token, and a refresh token, end: milliseconds as text, kept among the credentials.
 */
export const accessTokenEnd = 'accessTokenEndsAt';
export const refreshTokenEnd = 'refreshTokenEndsAt';

/** When credentials end that nothing renews; undefined where they do not, or it is not known. */
export function endOfCredentials(credentials: Credentials): number | undefined {
  const end = Number(
    credentials[credentials.refreshToken === undefined ? accessTokenEnd : refreshTokenEnd],
  );
  return Number.isFinite(end) && end > 0 ? end : undefined;
}
