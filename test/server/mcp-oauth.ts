import {
  type Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { Called } from './harness.ts';
import { type McpOptions, mcpClient } from './mcp-client.ts';

/** The dashboard as far as the service needs it to offer OAuth. */
export const dashboard = { page: '<!doctype html><html lang="en">', script: 'x', style: 'y' };

export const REDIRECT = 'https://claude.ai/api/mcp/auth_callback';

/** What asks the service as somebody: with a key, or as a person who has signed in. */
export type Asks = (
  method: string,
  path: string,
  options: { readonly body: object },
) => Promise<Called>;

interface ProgramPorts {
  readonly app: { request(url: string, init?: RequestInit): Response | Promise<Response> };
  readonly ports: { readonly publicUrl: string };
}

/** What a client of the protocol keeps, and where it sent the browser of its person. */
export function memoryProvider(more: object = {}) {
  const kept: { [name: string]: unknown } = {};
  const sent: URL[] = [];
  const keep = (name: string) => (value: unknown) => {
    kept[name] = value;
  };
  const provider = {
    redirectUrl: REDIRECT,
    clientMetadata: { client_name: 'Claude', redirect_uris: [REDIRECT], ...more },
    clientInformation: () => kept.client,
    saveClientInformation: keep('client'),
    tokens: () => kept.tokens,
    saveTokens: keep('tokens'),
    redirectToAuthorization: (url: URL) => void sent.push(url),
    saveCodeVerifier: keep('verifier'),
    codeVerifier: () => String(kept.verifier),
    discoveryState: () => kept.discovery,
    saveDiscoveryState: keep('discovery'),
    state: () => 'state-of-the-client',
  };
  return { provider: provider as unknown as OAuthClientProvider, kept, sent };
}

/**
 * What the browser of a person does: the page asks, the person decides. Answers where the browser
 * goes on.
 */
export async function decideAt(
  { app }: Pick<ProgramPorts, 'app'>,
  as: Asks,
  url: URL,
  decision: { readonly decision: 'allow' | 'refuse'; readonly may?: readonly string[] } = {
    decision: 'allow',
  },
): Promise<{ readonly asked: Called; readonly back: URL }> {
  const page = await app.request(url.href);
  const [, request = ''] = /#\/connect\/(.+)$/.exec(page.headers.get('location') ?? '') ?? [];
  const asked = await as('POST', '/v1/grants/asked', { body: { request } });
  const allowed = await as('POST', '/v1/grants', { body: { request, ...decision } });
  return { asked, back: new URL(allowed.body.redirect ?? 'about:blank') };
}

export interface Connected {
  readonly client: Client;
  readonly kept: { [name: string]: unknown };
}

/** The official client, from the first refusal over the consent of a person to the first answer. */
export async function connectProgram(
  fixture: ProgramPorts,
  as: Asks,
  { may, ...options }: McpOptions & { readonly may?: readonly string[] } = {},
): Promise<Connected> {
  const { provider, kept, sent } = memoryProvider();
  const fetchApp = async (url: string | URL, init?: RequestInit) =>
    fixture.app.request(String(url), init);
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${fixture.ports.publicUrl}/mcp`), {
      fetch: fetchApp,
      authProvider: provider,
    });
  const first = transport();
  const refused = await mcpClient(options)
    .connect(first)
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  if (!(refused instanceof UnauthorizedError) || sent[0] === undefined)
    throw new Error(`It was not sent to a person: ${refused}`);
  const { back } = await decideAt(fixture, as, sent[0], { decision: 'allow', ...(may && { may }) });
  await first.finishAuth(back.searchParams);
  const client = mcpClient(options);
  await client.connect(transport());
  return { client, kept };
}
