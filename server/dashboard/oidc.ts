import type { Context, Hono } from 'hono';
import { personByIdentity } from '../../core/access/sign-in.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import type { IdentityProvider, SignInFlow } from '../../core/ports/identity-provider.ts';
import { SYSTEM } from '../../core/ports/store.ts';
import type { Reply, Respond } from '../http/reply.ts';
import type { Service } from '../http/route.ts';
import { basePathOf } from '../http/session.ts';
import type { AppEnv } from '../http/settings.ts';
import { letIn, noteRefusal } from './people.ts';

/**
 * The sealed cookie binds a sign-in to the browser that began it, and nothing is stored for people
 * who never return. SameSite is Lax, as the provider's redirect must carry it.
 */
const FLOW_COOKIE = 'slipway_sign_in';
const FLOW_MS = 10 * 60_000;
const PURPOSE = { companyId: SYSTEM, use: 'sign-in' } as const;

const CALLBACK = '/dashboard/oidc/callback';

export function mountOidc(
  app: Hono<AppEnv>,
  service: Service,
  provider: IdentityProvider,
  respond: Respond,
): void {
  const { ports } = service;
  const secure = ports.publicUrl.startsWith('https:') ? '; Secure' : '';
  const cookie = (value: string, ms: number): string =>
    `${FLOW_COOKIE}=${value}; Path=${basePathOf(ports.publicUrl)}/dashboard/oidc; Max-Age=${ms / 1000}; HttpOnly; SameSite=Lax${secure}`;
  const lead = (reply: Reply, to: string, ...cookies: readonly string[]): Response => {
    const response = new Response(null, {
      status: 302,
      headers: { Location: to, 'Referrer-Policy': 'no-referrer' },
    });
    for (const each of cookies) response.headers.append('Set-Cookie', each);
    return reply.raw(response);
  };
  const failed = (reply: Reply, error: unknown, ...cookies: readonly string[]): Response => {
    if (!(error instanceof SlipwayError)) throw error;
    const code = error.details[0]?.code ?? error.code;
    return lead(
      reply,
      `${ports.publicUrl}/#/sign-in-failed/${encodeURIComponent(code)}`,
      ...cookies,
    );
  };

  app.get('/dashboard/oidc/start', (c: Context<AppEnv>) =>
    respond(c, { label: '/dashboard/oidc/start', envelope: 'v1' }, async (reply) => {
      try {
        const { url, flow } = await provider.begin(ports.publicUrl + CALLBACK);
        const kept = { ...flow, until: ports.clock.now() + FLOW_MS };
        return lead(
          reply,
          url,
          cookie(await ports.secrets.seal(JSON.stringify(kept), PURPOSE), FLOW_MS),
        );
      } catch (error) {
        return failed(reply, error);
      }
    }),
  );

  app.get(CALLBACK, (c: Context<AppEnv>) =>
    respond(c, { label: CALLBACK, envelope: 'v1' }, async (reply) => {
      const request = c.req.raw;
      try {
        const flow = await flowOf(service, request);
        // The address that the provider was given: proxies may have changed this one.
        const url = ports.publicUrl + CALLBACK + new URL(request.url).search;
        const actor = await personByIdentity(
          ports,
          await provider.redeem(url, flow),
          reply.address(),
        );
        const session = await letIn(service, { request, reply, actor, by: 'oidc' });
        return lead(reply, `${ports.publicUrl}/`, session, cookie('', 0));
      } catch (error) {
        if (error instanceof SlipwayError && error.code !== 'unavailable')
          await noteRefusal(service, reply);
        return failed(reply, error, cookie('', 0));
      }
    }),
  );
}

/** The flow that this browser began. Throws `unauthorized`. */
async function flowOf({ ports }: Service, request: Request): Promise<SignInFlow> {
  const [, sealed] =
    /(?:^|;\s*)slipway_sign_in=([^;]+)/.exec(request.headers.get('cookie') ?? '') ?? [];
  const kept = await ports.secrets.open(sealed ?? '', PURPOSE).catch(() => undefined);
  const flow =
    kept === undefined ? undefined : (JSON.parse(kept) as SignInFlow & { readonly until: number });
  if (flow !== undefined && flow.until > ports.clock.now()) return flow;
  const message = 'This sign-in was not begun in this browser, or too long ago. Sign in again.';
  throw new SlipwayError('unauthorized', message, {
    details: [{ path: '', code: 'sign_in_expired', message }],
  });
}
