import { SlipwayError } from '../../core/base/errors.ts';
import { optionalPart } from '../../core/base/optional-part.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { Identity, IdentityProvider } from '../../core/ports/identity-provider.ts';
import type { Log } from '../../core/ports/log.ts';

interface OidcOptions {
  /** Where the provider has `.well-known/openid-configuration`. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  /** Default: false. */
  readonly allowsLinks?: boolean;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Log;
}

type Library = typeof import('openid-client');
type Provider = Awaited<ReturnType<Library['discovery']>>;

/** The provider's addresses and keys are read again after this. */
const KNOWN_MS = 60 * 60_000;
const SCOPE = 'openid email profile';

/**
 * OpenID Connect: authorization code with PKCE, state and nonce. Loads the library and the
 * provider's description with the first sign-in.
 */
export function createOidc({
  issuer,
  clientId,
  clientSecret,
  name,
  allowsLinks = false,
  clock,
  log,
}: OidcOptions): IdentityProvider {
  let known:
    | {
        readonly at: number;
        readonly opened: Promise<{ readonly oidc: Library; readonly provider: Provider }>;
      }
    | undefined;

  const open = async () => {
    const oidc = await optionalPart('Signing in with a provider', () => import('openid-client'));
    // Over plain http only on this machine: config.ts refuses all else.
    const options = issuer.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : {};
    return {
      oidc,
      provider: await oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, options),
    };
  };

  const opened = async () => {
    if (known === undefined || clock.monotonic() - known.at > KNOWN_MS)
      known = { at: clock.monotonic(), opened: open() };
    const current = known;
    return current.opened.catch((error: unknown) => {
      if (known === current) known = undefined;
      log.warn('oidc.unavailable', { error: reasonOf(error) });
      throw new SlipwayError(
        'unavailable',
        `${name} does not answer as a provider should. Try again in a moment.`,
        {
          cause: error,
        },
      );
    });
  };

  return {
    name,
    allowsLinks,
    async begin(redirectUri) {
      const { oidc, provider } = await opened();
      const flow = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, flow };
    },
    async redeem(url, { state, nonce, verifier }) {
      const { oidc, provider } = await opened();
      try {
        const expected = {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        };
        const tokens = await oidc.authorizationCodeGrant(provider, new URL(url), expected);
        const claims = tokens.claims();
        if (claims === undefined) throw new Error('There is no ID token in the answer.');
        const identity = identityOf(claims);
        if (
          identity.email !== undefined ||
          provider.serverMetadata().userinfo_endpoint === undefined
        )
          return identity;
        // Some tell the address only when they are asked.
        const told = await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub);
        return identityOf({ ...told, iss: claims.iss, sub: claims.sub });
      } catch (error) {
        log.warn('oidc.refused', { error: reasonOf(error) });
        const message = `${name} did not confirm who you are. Sign in again.`;
        throw new SlipwayError('unauthorized', message, {
          cause: error,
          details: [{ path: '', code: 'provider_refused', message }],
        });
      }
    },
  };
}

const identityOf = (claims: {
  readonly iss: string;
  readonly sub: string;
  readonly [name: string]: unknown;
}): Identity => ({
  issuer: claims.iss,
  subject: claims.sub,
  email: typeof claims.email === 'string' ? claims.email : undefined,
  // Some write it as a text.
  isVerified: claims.email_verified === true || claims.email_verified === 'true',
  name: typeof claims.name === 'string' ? claims.name : undefined,
});

/** The library's code, or the provider's words: neither holds a token. */
function reasonOf(error: unknown): string {
  const {
    code,
    error: said,
    message,
  } = error as { readonly code?: unknown; readonly error?: unknown; readonly message?: unknown };
  return [code, said, message].filter((each) => typeof each === 'string').join(' ');
}
