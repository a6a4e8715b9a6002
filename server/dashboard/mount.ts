import type { Context, Hono } from 'hono';
import type { Caller } from '../../core/access/caller.ts';
import { beginSession, endSession, traceRefusedSignIn } from '../../core/access/sessions.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import { defaultLaunchLimits } from '../../core/base/limits.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import { allow } from '../http/allowance.ts';
import { identified } from '../http/auth.ts';
import { readJson, receiveJson } from '../http/body.ts';
import { type Reply, whoOf } from '../http/reply.ts';
import type { Service } from '../http/route.ts';
import { formerSession, isForeign, noCookie, sessionCookie, sessionOf } from '../http/session.ts';
import type { AppEnv, DashboardFiles } from '../http/settings.ts';
import { mountOidc } from './oidc.ts';
import { mountPeople } from './people.ts';
import type { Respond } from './respond.ts';

/** Anybody may try to sign in, so nobody is listened to for long. */
const MAX_SIGN_IN = 4 * 1024;

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob: https:; media-src 'self' blob:; connect-src 'self'; frame-src https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The page at `/`, its script and its styles, and signing in and out. Everything else the dashboard does, it
 * does over the API.
 */
export function mountDashboard(app: Hono<AppEnv>, service: Service, files: DashboardFiles, respond: Respond): void {
  const { ports, authenticator, refusals } = service;
  const whose = (token: string, reply: Reply): Promise<Caller | undefined> =>
    authenticator.identify({ session: token }, reply).catch(() => undefined);
  const secure = ports.publicUrl.startsWith('https:');
  const page = files.page.replace('<html', `<html ${factsOf(ports)}${waysOf(ports)}`);
  const served: readonly (readonly [path: string, type: string, text: string])[] = [
    ['/', 'text/html', page],
    ['/dashboard/app.js', 'text/javascript', files.script],
    ['/dashboard/app.css', 'text/css', files.style],
    ...Object.entries(files.parts ?? {}).map(([name, text]) => [`/dashboard/${name}`, 'text/javascript', text] as const),
  ];
  for (const [path, type, text] of served) {
    let tag: string | undefined;
    app.get(path, (c: Context<AppEnv>) =>
      respond(c, { label: path, envelope: 'v1' }, async (reply) => {
        tag ??= `"${(await ports.secrets.sha256(text)).slice(0, 20)}"`;
        const headers = {
          'Content-Type': `${type}; charset=utf-8`,
          'Content-Security-Policy': POLICY,
          'Referrer-Policy': 'no-referrer',
          'Cache-Control': 'no-cache',
          ETag: tag,
        };
        const known = c.req.header('if-none-match') === tag;
        return reply.raw(new Response(known ? null : text, { status: known ? 304 : 200, headers }));
      }),
    );
  }

  // Where models and messages send a person: the page behind the #.
  app.get('/approve/:digest', (c: Context<AppEnv>) =>
    respond(c, { label: '/approve/{digest}', envelope: 'v1' }, async (reply) => {
      const headers = { Location: `../#/approvals/${encodeURIComponent(c.req.param('digest') ?? '')}` };
      return reply.raw(new Response(null, { status: 302, headers }));
    }),
  );
  // Where platforms send a person back to. Behind the # nothing reaches a log, and the page has the session that began.
  app.get('/oauth/callback', (c: Context<AppEnv>) =>
    respond(c, { label: '/oauth/callback', envelope: 'v1' }, async (reply) => {
      const { search } = new URL(c.req.url);
      const headers = { Location: `../#/connected/${encodeURIComponent(search.slice(1))}`, 'Cache-Control': 'no-store' };
      return reply.raw(new Response(null, { status: 302, headers }));
    }),
  );
  // As somebody types it who has seen it behind the #.
  app.get('/batches/:id', (c: Context<AppEnv>) =>
    respond(c, { label: '/batches/{id}', envelope: 'v1' }, async (reply) => {
      const headers = { Location: `../#/batches/${encodeURIComponent(c.req.param('id') ?? '')}` };
      return reply.raw(new Response(null, { status: 302, headers }));
    }),
  );
  mountPeople(app, service, respond);
  if (ports.identities !== undefined) mountOidc(app, service, ports.identities, respond);
  app.post('/dashboard/session', (c: Context<AppEnv>) =>
    respond(c, { label: '/dashboard/session', envelope: 'v1' }, async (reply) => {
      if (isForeign(c.req.raw)) throw new SlipwayError('forbidden', 'Sign in from the dashboard itself.');
      const body = await readJson(await receiveJson(c.req.raw, ports.clock, MAX_SIGN_IN));
      const key = typeof body === 'object' && body !== null && 'key' in body ? String(body.key).trim() : '';
      const caller = await identified(service, { authorization: `Bearer ${key}` }, reply).catch(async (error: unknown) => {
        // The answer does not depend on it.
        if (refusals.isTraced(reply.address())) await traceRefusedSignIn(ports, reply.address()).catch(() => undefined);
        throw error;
      });
      reply.who = whoOf(caller);
      await allow(service, caller, 'sign-in', reply.headers);
      const token = await beginSession(ports, caller, {
        ...{ by: 'key', keyDigest: await ports.secrets.sha256(key), agent: c.req.header('user-agent') },
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

/** What the page has to know of the installation before it asks for anything. */
const factsOf = ({ sandbox, launchLimits: { ads, creations } = defaultLaunchLimits }: ServicePorts): string =>
  `data-sandbox="${sandbox === undefined ? 'no' : 'yes'}" data-launch-limit="${ads},${creations}"`;

/** How people can sign in besides keys, for the page where they do. */
const waysOf = ({ mail, identities }: ServicePorts): string =>
  `${mail === undefined ? '' : ' data-mail="yes"'}${identities === undefined ? '' : ` data-oidc="${escaped(identities.name)}"`}`;

const escaped = (text: string): string => text.replace(/[&<>"'$]/g, (sign) => `&#${sign.charCodeAt(0)};`);
