import type { Context, Hono } from 'hono';
import type { Caller } from '../../core/access/caller.ts';
import { beginSession, endSession, traceRefusedSignIn } from '../../core/access/sessions.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import { defaultLaunchLimits } from '../../core/base/limits.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import { allow } from '../http/allowance.ts';
import { identified } from '../http/auth.ts';
import { readJson, receiveJson } from '../http/body.ts';
import { tagged } from '../http/encoded.ts';
import { type Reply, type Respond, whoOf } from '../http/reply.ts';
import type { Service } from '../http/route.ts';
import {
  basePathOf,
  formerSession,
  isForeign,
  noCookie,
  sessionCookie,
  sessionOf,
} from '../http/session.ts';
import type { AppEnv, DashboardFiles } from '../http/settings.ts';
import { mountGuests } from './guests.ts';
import { mountOidc } from './oidc.ts';
import { mountPeople } from './people.ts';

/** Bytes that a request without a session may send. */
const MAX_SIGN_IN = 4 * 1024;

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob: https:; media-src 'self' blob:; connect-src 'self'; frame-src https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page, its script and styles, and signing in and out. All else goes over the API. */
export function mountDashboard(
  app: Hono<AppEnv>,
  service: Service,
  files: DashboardFiles,
  respond: Respond,
): void {
  const { ports, authenticator, refusals } = service;
  const whose = (token: string, reply: Reply): Promise<Caller | undefined> =>
    authenticator.identify({ session: token }, reply).catch(() => undefined);
  const secure = ports.publicUrl.startsWith('https:');
  const base = escaped(basePathOf(ports.publicUrl));
  const page = files.page
    .replaceAll('="/', `="${base}/`)
    .replace('<html', `<html data-base="${base}" ${factsOf(ports)}${waysOf(ports)}`);
  let version: string | undefined;
  const served: readonly (readonly [path: string, type: string, text: string])[] = [
    ['/', 'text/html', page],
    ['/dashboard/app.js', 'text/javascript', files.script],
    ['/dashboard/app.css', 'text/css', files.style],
    ...Object.entries(files.parts ?? {}).map(
      ([name, text]) => [`/dashboard/${name}`, 'text/javascript', text] as const,
    ),
  ];
  for (const [path, type, text] of served) {
    app.get(path, (c: Context<AppEnv>) =>
      respond(c, { label: path, envelope: 'v1' }, async (reply) => {
        // The page names its files by their content, so a browser keeps them.
        version ??= (await ports.secrets.sha256(files.script + files.style)).slice(0, 12);
        const isLasting =
          path.startsWith('/dashboard/part-') || (path !== '/' && c.req.query('v') === version);
        const headers = {
          'Content-Type': `${type}; charset=utf-8`,
          'Content-Security-Policy': POLICY,
          'Referrer-Policy': 'no-referrer',
          ...(isLasting && { 'Cache-Control': 'public, max-age=31536000, immutable' }),
        };
        const named =
          path === '/' ? text.replace(/\/dashboard\/app\.\w+/g, `$&?v=${version}`) : text;
        return reply.raw(await tagged(c.req.raw, named, ports, headers));
      }),
    );
  }

  const redirect = (path: string, label: string, to: (c: Context<AppEnv>) => string): void => {
    app.get(path, (c: Context<AppEnv>) =>
      respond(c, { label, envelope: 'v1' }, async (reply) => {
        const headers = { Location: `../#/${to(c)}`, 'Cache-Control': 'no-store' };
        return reply.raw(new Response(null, { status: 302, headers }));
      }),
    );
  };
  // Links of models and messages: the page is behind the #.
  redirect(
    '/approve/:digest',
    '/approve/{digest}',
    (c) => `approvals/${encodeURIComponent(c.req.param('digest') ?? '')}`,
  );
  // Platforms send a person back here. What is behind the # reaches no log.
  redirect(
    '/oauth/callback',
    '/oauth/callback',
    (c) => `connected/${encodeURIComponent(new URL(c.req.url).search.slice(1))}`,
  );
  // For people who type the address without the #.
  redirect(
    '/batches/:id',
    '/batches/{id}',
    (c) => `batches/${encodeURIComponent(c.req.param('id') ?? '')}`,
  );
  mountPeople(app, service, respond);
  mountGuests(app, service, respond);
  if (ports.identities !== undefined) mountOidc(app, service, ports.identities, respond);
  app.post('/dashboard/session', (c: Context<AppEnv>) =>
    respond(c, { label: '/dashboard/session', envelope: 'v1' }, async (reply) => {
      if (isForeign(c.req.raw))
        throw new SlipwayError('forbidden', 'Sign in from the dashboard itself.');
      const body = await readJson(await receiveJson(c.req.raw, ports.clock, MAX_SIGN_IN));
      const key =
        typeof body === 'object' && body !== null && 'key' in body ? String(body.key).trim() : '';
      const caller = await identified(service, { authorization: `Bearer ${key}` }, reply).catch(
        async (error: unknown) => {
          // The answer does not depend on the trace.
          if (refusals.isTraced(reply.address()))
            await traceRefusedSignIn(ports, reply.address()).catch(() => undefined);
          throw error;
        },
      );
      reply.who = whoOf(caller);
      await allow(service, caller, 'sign-in', reply.headers);
      const token = await beginSession(ports, caller, {
        by: 'key',
        keyDigest: await ports.secrets.sha256(key),
        agent: c.req.header('user-agent'),
        former: formerSession(c.req.raw),
      });
      reply.headers.set('Set-Cookie', sessionCookie(token, secure));
      return reply.json(200, JSON.stringify({ success: true }));
    }),
  );
  app.delete('/dashboard/session', (c: Context<AppEnv>) =>
    respond(c, { label: '/dashboard/session', envelope: 'v1' }, async (reply) => {
      const token = sessionOf(c.req.raw);
      if (token !== undefined) await endSession(ports, token, await whose(token, reply));
      reply.headers.set('Set-Cookie', noCookie(secure));
      return reply.json(200, JSON.stringify({ success: true }));
    }),
  );
}

const factsOf = ({
  sandbox,
  launchLimits: { ads, creations } = defaultLaunchLimits,
}: ServicePorts): string =>
  `data-sandbox="${sandbox === undefined ? 'no' : 'yes'}" data-launch-limit="${ads},${creations}"`;

const waysOf = ({ mail, identities }: ServicePorts): string =>
  `${mail === undefined ? '' : ' data-mail="yes"'}${identities === undefined ? '' : ` data-oidc="${escaped(identities.name)}"`}`;

const escaped = (text: string): string =>
  text.replace(/[&<>"'$]/g, (sign) => `&#${sign.charCodeAt(0)};`);
