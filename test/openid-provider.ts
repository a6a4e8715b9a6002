import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface Account {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

/**
 * A real provider of OpenID Connect on this machine: whoever types a name signs in as that account.
 */
export interface OpenIdProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly accounts: Map<string, Account>;
  /** To be called once the service is known. Before, nobody is answered. */
  serve(redirectUri: string): void;
  stop(): Promise<void>;
}

export async function openProvider(): Promise<OpenIdProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [clientId, clientSecret] = ['slipway', 'a-secret-that-is-long-enough-for-a-test'];
  const accounts = new Map<string, Account>();
  return {
    issuer,
    clientId,
    clientSecret,
    accounts,
    serve(redirectUri) {
      const hour = 3_600;
      const provider = new Provider(issuer, {
        clients: [
          { client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] },
        ],
        pkce: { required: () => true },
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
        ttl: {
          Interaction: hour,
          Session: hour,
          Grant: hour,
          AccessToken: hour,
          IdToken: hour,
          AuthorizationCode: 60,
        },
        cookies: { keys: ['of this test alone'] },
        findAccount: (_context, id) => ({
          accountId: id,
          claims: async () => ({ sub: id, ...accounts.get(id) }),
        }),
      });
      server.on('request', provider.callback());
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/**
 * Follows the pages of the provider as a browser would, as the account of this name; answers where
 * it is sent back to.
 */
export async function signInAt(url: string, login: string): Promise<string> {
  const jar = new Map<string, string>();
  const visit = async (where: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(where, {
      redirect: 'manual',
      ...init,
      headers: { cookie, ...(init.headers as object) },
    });
    for (const each of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      jar.set(name, value);
    }
    return response;
  };
  const { origin } = new URL(url);
  let where = url;
  for (;;) {
    if (new URL(where).origin !== origin) return where;
    let response = await visit(where);
    if (response.status === 200) {
      const page = await response.text();
      const [, action = ''] = /action="([^"]+)"/.exec(page) ?? [];
      const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const body = new URLSearchParams({ prompt, login, password: 'any' }).toString();
      response = await visit(new URL(action, where).href, { method: 'POST', headers, body });
    }
    const next = response.headers.get('location');
    if (next === null)
      throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
    where = new URL(next, where).href;
  }
}
