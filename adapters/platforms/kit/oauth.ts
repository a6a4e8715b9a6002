import { PlatformError } from '../../../core/base/errors.ts';
import { withoutTrailing } from '../../../core/base/schema/trimmed.ts';
import {
  accessTokenEnd,
  type OAuthCapability,
  type OAuthFlow,
} from '../../../core/ports/platform-oauth.ts';
import { type Fail, fixes, wireFailure } from './failures.ts';
import { asRow, base64, parse, type Row, text } from './json.ts';
import type {
  Clock,
  Credentials,
  Http,
  HttpRequest,
  PlatformDefinition,
  Secrets,
} from './ports.ts';
import { createScrub } from './scrub.ts';
import { tokensIn } from './tokens.ts';

export interface OAuthDeclaration {
  /** The credentials of the operator's app: SLIPWAY_<FOLDER>_<NAME> in the environment. */
  readonly app: readonly string[];
  /** Those of `app` that may be absent. */
  readonly optional?: readonly string[];
  readonly clientId: string;
  /** Those that connections store, because calls or renewals need them. */
  readonly kept: readonly string[];
  /** Credentials that a person may add. */
  readonly extras?: readonly string[];
  /** Beside `baseUrl` where that is given. */
  addresses(at: { readonly baseUrl: string | undefined; readonly version: string | undefined }): {
    readonly authorize: string;
    readonly token: string;
  };
  /** The operator's `scopes` replace them, where `app` names that. */
  readonly scopes: readonly string[];
  /** By the name of a feature: asked for too where the company uses it. */
  readonly scopesFor?: { readonly [feature: string]: readonly string[] };
  /** Default: a blank. */
  readonly between?: ',' | ' ';
  /** Whether the platform takes a challenge (S256). */
  readonly pkce: boolean;
  /** Of the address, beside the usual ones. */
  readonly parameters?: { readonly [name: string]: string };
  /** Where they are not `client_id` and `code`. */
  readonly names?: { readonly client: string; readonly code: string };
  /** Asks for the tokens of a code. */
  redeem(app: Credentials, grant: OAuthGrant): HttpRequest;
  /**
   * Asks for a token that lives longer, where the first lives for hours. Not asked for a token
   * without an end.
   */
  prolong?(app: Credentials, accessToken: string, tokenUrl: string): HttpRequest;
  /** Where tokens stand in an answer. Default: at the top. */
  bodyOf?(answer: Row): Row | undefined;
}

interface OAuthGrant {
  readonly code: string;
  readonly redirectUri: string;
  /** Absent where the platform takes none. */
  readonly verifier?: string;
  readonly tokenUrl: string;
}

interface OAuthHost {
  readonly definition: PlatformDefinition;
  readonly http: Http;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly app: Credentials;
  readonly baseUrl: string | undefined;
  readonly version: string | undefined;
}

export function createOAuth(declared: OAuthDeclaration, host: OAuthHost): OAuthCapability {
  const { definition, http, clock, secrets, app } = host;
  const baseUrl = host.baseUrl === undefined ? undefined : withoutTrailing(host.baseUrl, '/');
  const { authorize, token: tokenUrl } = declared.addresses({ baseUrl, version: host.version });
  const scopesOf = (uses: readonly string[]): readonly string[] =>
    app.scopes?.split(/[\s,]+/) ?? [
      ...declared.scopes,
      ...uses.flatMap((use) => declared.scopesFor?.[use] ?? []),
    ];
  const { client, code: codeName } = declared.names ?? { client: 'client_id', code: 'code' };
  const scrub = createScrub(definition);
  const fail: Fail = (kind, message, fix) =>
    wireFailure(definition.id, kind, { message, traceId: '', fix });

  const ask = async (request: HttpRequest, secret: Credentials) => {
    const [result] = await http.requestAll([{ timeoutMs: 15_000, ...request }]);
    if (!result?.ok)
      throw new PlatformError(
        fail('transient', `The platform gave no token: ${result?.message ?? 'no answer.'}`),
      );
    const answer = asRow(parse(result.text)) ?? {};
    const tokens = tokensIn((declared.bodyOf ?? ((row) => row))(answer) ?? {}, clock.now());
    if (result.status < 300 && tokens !== undefined) return tokens;
    const says = [answer.error, answer.error_description, answer.message]
      .map(text)
      .filter(Boolean)
      .join(': ');
    const message = `The platform gave no token for the code${says === '' ? ` (HTTP ${result.status}).` : `: ${says}`}`;
    throw new PlatformError(scrub(fail('auth', message, fixes.reconnect), app, secret));
  };

  return {
    codeName,
    extras: declared.extras ?? [],
    async authorizeUrl({ redirectUri, state, verifier }: OAuthFlow, uses) {
      const scopes = scopesOf(uses);
      const challenge = declared.pkce
        ? { code_challenge: await challengeOf(secrets, verifier), code_challenge_method: 'S256' }
        : {};
      const query = new URLSearchParams({
        [client]: app[declared.clientId] ?? '',
        redirect_uri: redirectUri,
        ...(declared.names === undefined && { response_type: 'code' }),
        ...(scopes.length > 0 && { scope: scopes.join(declared.between ?? ' ') }),
        state,
        ...challenge,
        ...declared.parameters,
      });
      return `${authorize}?${query}`;
    },
    async redeem({ redirectUri, verifier }, code) {
      const grant = { code, redirectUri, tokenUrl, ...(declared.pkce && { verifier }) };
      const first = await ask(declared.redeem(app, grant), { code, verifier });
      const request =
        first[accessTokenEnd] && declared.prolong?.(app, first.accessToken ?? '', tokenUrl);
      const tokens = request ? await ask(request, first) : first;
      return {
        ...Object.fromEntries(declared.kept.flatMap((key) => (app[key] ? [[key, app[key]]] : []))),
        ...tokens,
      };
    },
  };
}

/** As RFC 7636 writes it. */
async function challengeOf(secrets: Secrets, verifier: string) {
  const digest = (await secrets.sha256(verifier)).match(/../g) ?? [];
  const bytes = Uint8Array.from(digest, (pair) => Number.parseInt(pair, 16));
  return withoutTrailing(base64(bytes), '=').replace(/\+/g, '-').replace(/\//g, '_');
}

/** As RFC 6749 has it, with the app's id and secret in the form. */
export const formGrant =
  (id: string, secret: string) =>
  (app: Credentials, { code, redirectUri, verifier, tokenUrl }: OAuthGrant): HttpRequest => ({
    method: 'POST',
    url: tokenUrl,
    body: {
      type: 'form',
      fields: {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        client_id: app[id] ?? '',
        client_secret: app[secret] ?? '',
        ...(verifier !== undefined && { code_verifier: verifier }),
      },
    },
  });

/** Renews tokens as RFC 6749 has it, with the app's id and secret in the form. */
export const refreshGrant =
  (url: string) =>
  ({ clientId = '', clientSecret = '', refreshToken = '' }: Credentials): HttpRequest => ({
    method: 'POST',
    url,
    body: {
      type: 'form',
      fields: {
        grant_type: 'refresh_token',
        client_id: clientId,
        client_secret: clientSecret,
        refresh_token: refreshToken,
      },
    },
  });
