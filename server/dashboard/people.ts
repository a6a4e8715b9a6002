import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import type { Actor, Caller } from '../../core/access/caller.ts';
import { inviteOf } from '../../core/access/invites.ts';
import { emailAddress } from '../../core/access/people-schema.ts';
import { companyKind } from '../../core/access/records.ts';
import { beginSession, traceRefusedSignIn } from '../../core/access/sessions.ts';
import { personByProof, sameInCompany } from '../../core/access/sign-in.ts';
import { mailSignInLink, redeemSignInLink } from '../../core/access/sign-in-links.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import { parseRequest } from '../../core/base/schema/parse.ts';
import { SYSTEM } from '../../core/ports/store.ts';
import { allow } from '../http/allowance.ts';
import { identified } from '../http/auth.ts';
import { readJson, receiveJson } from '../http/body.ts';
import { type Reply, type Respond, whoOf } from '../http/reply.ts';
import type { Service } from '../http/route.ts';
import { formerSession, isForeign, sessionCookie, sessionOf } from '../http/session.ts';
import type { AppEnv } from '../http/settings.ts';

/** Bytes that a request without a session may send. */
const MAX_BODY = 4 * 1024;

const token = v.pipe(v.string(), v.regex(/^[0-9A-Za-z]{43}$/, 'This is no token of a link.'));

/**
 * Begins a session for a person who has proved who they are, and ends that of the browser. @returns
 * its cookie
 */
export async function letIn(
  service: Service,
  {
    request,
    reply,
    actor,
    by,
  }: { request: Request; reply: Reply; actor: Actor; by: 'email' | 'oidc' },
): Promise<string> {
  const { ports } = service;
  const caller: Caller = { ...actor, scopes: [] };
  reply.who = whoOf(caller);
  await allow(service, caller, 'sign-in', reply.headers);
  const agent = request.headers.get('user-agent') ?? undefined;
  const session = await beginSession(ports, actor, { by, agent, former: formerSession(request) });
  return sessionCookie(session, ports.publicUrl.startsWith('https:'));
}

/** Counts a refusal by address, and traces some. The answer does not depend on it. */
export async function noteRefusal({ ports, refusals }: Service, reply: Reply): Promise<void> {
  refusals.count(reply.address(), reply.headers);
  if (refusals.isTraced(reply.address()))
    await traceRefusedSignIn(ports, reply.address()).catch(() => undefined);
}

type Work = (request: Request, body: unknown, reply: Reply) => Promise<object>;

/** Answers a page of the dashboard that has no session yet. */
export const posting =
  (app: Hono<AppEnv>, { ports }: Service, respond: Respond) =>
  (path: string, work: Work): void => {
    app.post(path, (c: Context<AppEnv>) =>
      respond(c, { label: path, envelope: 'v1' }, async (reply) => {
        const request = c.req.raw;
        if (isForeign(request))
          throw new SlipwayError('forbidden', 'Sign in from the dashboard itself.');
        const body = await readJson(await receiveJson(request, ports.clock, MAX_BODY));
        return reply.json(
          200,
          JSON.stringify({ success: true, ...(await work(request, body, reply)) }),
        );
      }),
    );
  };

export function mountPeople(app: Hono<AppEnv>, service: Service, respond: Respond): void {
  const { ports } = service;
  const post = posting(app, service, respond);
  const proved = <T>(reply: Reply, work: () => Promise<T>): Promise<T> =>
    work().catch(async (error: unknown) => {
      await noteRefusal(service, reply);
      throw error;
    });

  post('/dashboard/sign-in/email', async (_request, body, reply) => {
    if (ports.mail === undefined)
      throw new SlipwayError('not_found', 'Links by e-mail are not set up here.');
    const { email } = parseRequest(v.object({ email: emailAddress }), body);
    // Every request counts against its address.
    service.refusals.count(reply.address(), reply.headers);
    void mailSignInLink(ports, email);
    return {};
  });

  post('/dashboard/sign-in/link', async (request, body, reply) => {
    const sent = parseRequest(v.object({ token }), body);
    const actor = await proved(reply, () => redeemSignInLink(ports, sent.token, reply.address()));
    reply.headers.set('Set-Cookie', await letIn(service, { request, reply, actor, by: 'email' }));
    return {};
  });

  post('/dashboard/invite', async (request, body, reply) => {
    const sent = parseRequest(v.object({ token, accept: v.optional(v.boolean(), false) }), body);
    const { doc } = await proved(reply, () => inviteOf(ports, sent.token));
    if (sent.accept) {
      // The link reached the mailbox of this address.
      const actor = await proved(reply, () =>
        personByProof(ports, { email: doc.email }, reply.address()),
      );
      const same = await sameInCompany(ports, actor, doc.companyId).catch(() => actor);
      reply.headers.set(
        'Set-Cookie',
        await letIn(service, { request, reply, actor: same, by: 'email' }),
      );
    }
    const company = (await ports.store.get(companyKind, SYSTEM, doc.companyId))?.doc.name ?? '';
    return {
      company,
      email: doc.email,
      role: doc.role ?? null,
      expiresAt: new Date(doc.expiresAt).toISOString(),
    };
  });

  post('/dashboard/session/company', async (request, body, reply) => {
    const { companyId } = parseRequest(v.object({ companyId: v.string() }), body);
    const caller = await identified(service, { session: sessionOf(request) ?? '' }, reply);
    const same = await sameInCompany(ports, caller, companyId);
    reply.headers.set(
      'Set-Cookie',
      await letIn(service, { request, reply, actor: same, by: 'email' }),
    );
    return {};
  });
}
