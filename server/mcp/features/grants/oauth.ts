import type { Context, Hono } from 'hono';
import { grantScopes } from '../../../../core/access/client-grants.ts';
import { SlipwayError } from '../../../../core/base/errors.ts';
import {
  giveBack,
  type RequestFault,
  redeemCode,
  renewTokens,
  sealRequest,
  type Tokens,
} from '../../../../core/features/grants/door.ts';
import type { ServicePorts } from '../../../../core/operations/ports.ts';
import { readJson, receiveBytes } from '../../../http/body.ts';
import type { Reply, Respond } from '../../../http/reply.ts';
import type { Service } from '../../../http/route.ts';
import { basePathOf } from '../../../http/session.ts';
import type { AppEnv } from '../../../http/settings.ts';
import { resourceOf } from '../../feature.ts';
import { clientOf, hostOfRedirect, mayRedirectTo, registerClient } from './oauth-clients.ts';

const MAX_BODY = 16 * 1024;
const MAX_STATE = 2_000;

const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

/** Tells a client without a valid token where it gets one (RFC 9728). */
export const challengeOf = (ports: Pick<ServicePorts, 'publicUrl'>, hasToken: boolean): string =>
  `Bearer ${hasToken ? 'error="invalid_token", ' : ''}resource_metadata="${ports.publicUrl}${RESOURCE_METADATA}/mcp", scope="${grantScopes.join(' ')}"`;

/** Programs read these from pages of their own; no cookie counts here. */
const OPEN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': 'Content-Type, Authorization, MCP-Protocol-Version',
} as const;

/**
 * OAuth 2.1 for /mcp: metadata, registration, authorization code with PKCE, rotating refresh
 * tokens. A person decides on a page of the dashboard (core/features/grants); without the dashboard
 * nothing of this is there.
 */
export function mountOAuth(app: Hono<AppEnv>, service: Service, respond: Respond): void {
  const { ports, refusals } = service;
  const { publicUrl } = ports;
  const json = (reply: Reply, status: number, body: object): Response => {
    for (const [name, value] of Object.entries(OPEN)) reply.headers.set(name, value);
    return reply.json(status, JSON.stringify(body));
  };
  const on = (
    method: 'get' | 'post',
    path: string,
    work: (c: Context<AppEnv>, reply: Reply) => Promise<Response>,
  ): void => {
    app[method](path, (c: Context<AppEnv>) =>
      respond(c, { label: path, envelope: 'v1' }, (reply) => work(c, reply)),
    );
    app.options(path, (c: Context<AppEnv>) =>
      respond(c, { label: path, envelope: 'v1' }, async (reply) =>
        reply.raw(new Response(null, { status: 204, headers: OPEN })),
      ),
    );
  };

  const resourceMetadata = {
    resource: resourceOf(ports),
    authorization_servers: [publicUrl],
    scopes_supported: grantScopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Slipway',
  };
  const serverMetadata = {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/oauth/authorize`,
    token_endpoint: `${publicUrl}/oauth/token`,
    registration_endpoint: `${publicUrl}/oauth/register`,
    revocation_endpoint: `${publicUrl}/oauth/revoke`,
    scopes_supported: grantScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
  // Of an address with a path, clients look for both at the root of the host, with the path at the
  // end.
  const base = basePathOf(publicUrl);
  for (const path of new Set(['', '/mcp', `${base}/mcp`]))
    on('get', `${RESOURCE_METADATA}${path}`, async (_, reply) =>
      json(reply, 200, resourceMetadata),
    );
  for (const path of new Set(['', base]))
    on('get', `/.well-known/oauth-authorization-server${path}`, async (_, reply) =>
      json(reply, 200, serverMetadata),
    );

  on('post', '/oauth/register', async (c, reply) => {
    // Anybody may ask: every request counts against its address.
    refusals.count(reply.address(), reply.headers);
    const body = await readJson(await receiveBytes(c.req.raw, ports.clock, MAX_BODY));
    try {
      const { id, name, redirectUris } = await registerClient(ports, body);
      return json(reply, 201, {
        client_id: id,
        client_id_issued_at: Math.floor(ports.clock.now() / 1000),
        client_name: name,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      });
    } catch (error) {
      if (!(error instanceof SlipwayError)) throw error;
      return json(reply, 400, { error: 'invalid_redirect_uri', error_description: error.message });
    }
  });

  on('get', '/oauth/authorize', async (c, reply) => {
    refusals.count(reply.address(), reply.headers);
    const to = await whereToAsk(ports, new URL(c.req.url).searchParams);
    return reply.raw(
      new Response(null, {
        status: 302,
        headers: { Location: to, 'Referrer-Policy': 'no-referrer' },
      }),
    );
  });

  /** A body of a form. Failures count against the address, as wrong keys do. */
  const form = async (
    c: Context<AppEnv>,
    reply: Reply,
    work: (form: Form, at: Redeemer) => Promise<Response>,
  ) => {
    const text = new TextDecoder().decode(await receiveBytes(c.req.raw, ports.clock, MAX_BODY));
    const given = new URLSearchParams(text);
    const get = (name: string): string => given.get(name) ?? '';
    const redeemer = {
      clientId: get('client_id'),
      resource: given.get('resource') ?? undefined,
      address: reply.address(),
    };
    try {
      return await work(get, redeemer);
    } catch (error) {
      if (!(error instanceof SlipwayError) || error.code !== 'unauthorized') throw error;
      refusals.count(reply.address(), reply.headers);
      return json(reply, 400, { error: 'invalid_grant', error_description: error.message });
    }
  };

  on('post', '/oauth/token', (c, reply) =>
    form(c, reply, async (get, redeemer) => {
      const kind = get('grant_type');
      if (redeemer.resource !== undefined && redeemer.resource !== resourceOf(ports))
        return json(reply, 400, {
          error: 'invalid_target',
          error_description: `Tokens are given for ${resourceOf(ports)} alone.`,
        });
      if (kind === 'authorization_code') {
        const proof = { redirectUri: get('redirect_uri'), verifier: get('code_verifier') };
        return json(
          reply,
          200,
          tokenAnswer(await redeemCode(ports, get('code'), { ...redeemer, ...proof })),
        );
      }
      if (kind === 'refresh_token')
        return json(
          reply,
          200,
          tokenAnswer(await renewTokens(ports, get('refresh_token'), redeemer)),
        );
      return json(reply, 400, {
        error: 'unsupported_grant_type',
        error_description: 'Give authorization_code or refresh_token.',
      });
    }),
  );

  on('post', '/oauth/revoke', (c, reply) =>
    form(c, reply, async (get, redeemer) => {
      await giveBack(ports, get('token'), redeemer);
      return json(reply, 200, {});
    }),
  );
}

type Form = (name: string) => string;
interface Redeemer {
  readonly clientId: string;
  readonly resource: string | undefined;
  readonly address: string | undefined;
}

const tokenAnswer = ({ access, refresh, seconds, scopes }: Tokens) => ({
  access_token: access,
  token_type: 'Bearer',
  expires_in: seconds,
  refresh_token: refresh,
  scope: scopes.join(' '),
});

/**
 * The page of the dashboard to which the browser of the person goes with a request: it asks, or
 * says what is wrong. Anybody can register a program, so nothing leads to its address before a
 * person has decided.
 */
async function whereToAsk(ports: ServicePorts, query: URLSearchParams): Promise<string> {
  const page = (request: string): string => `${ports.publicUrl}/#/connect/${request}`;
  const get = (name: string): string => query.get(name) ?? '';
  const client = await clientOf(ports, get('client_id'));
  const redirectUri = query.get('redirect_uri') ?? client?.redirectUris[0] ?? '';
  // To an address that the program did not name before, no answer may go.
  if (client === undefined || !mayRedirectTo(client, redirectUri)) return page('unknown');
  const state = query.get('state') ?? undefined;
  const fault = (name: RequestFault): string => page(name);
  if (get('response_type') !== 'code') return fault('no-code');
  if (get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(get('code_challenge')))
    return fault('no-challenge');
  const resource = query.get('resource') ?? resourceOf(ports);
  if (resource !== resourceOf(ports)) return fault('other-address');
  if ((state?.length ?? 0) > MAX_STATE) return fault('long-state');
  const { id, name } = client;
  return page(
    await sealRequest(ports, {
      client: {
        name,
        host: hostOfRedirect(redirectUri),
        redirectUri,
        digest: await ports.secrets.sha256(id),
      },
      state,
      scope: get('scope'),
      challenge: Buffer.from(get('code_challenge'), 'base64url').toString('hex'),
      resource,
    }),
  );
}
