import { type Context, Hono } from 'hono';
import { createAuthenticator } from '../core/access/authenticate.ts';
import { type Platforms, platformNotOpen } from '../core/accounts/find-account.ts';
import { SlipwayError } from '../core/base/errors.ts';
import { isPublicPlatform } from '../core/base/platforms.ts';
import type { AssembledPorts } from '../core/operations/feature.ts';
import type { Tracer } from '../core/ports/tracing.ts';
import { mountDashboard } from './dashboard/mount.ts';
import { createDocuments, createSiteOnce } from './docs/documents.ts';
import { mountDocs } from './docs/mount.ts';
import { authorize } from './http/auth.ts';
import { createStatusCache } from './http/batch-status-cache.ts';
import { clientAddress } from './http/client-address.ts';
import { createCoalesce } from './http/coalesce.ts';
import { encoded } from './http/encoded.ts';
import { type Envelope, MethodNotAllowed } from './http/errors.ts';
import { createFailureLog } from './http/failure-log.ts';
import { answerRequest } from './http/handle.ts';
import { createHealthCheck } from './http/health.ts';
import { createLargeBodies } from './http/large-bodies.ts';
import { createMetrics } from './http/metrics.ts';
import { createRefusals } from './http/refusals.ts';
import { createReply, type Reply } from './http/reply.ts';
import type { Route } from './http/route.ts';
import type { AppEnv, ServerSettings } from './http/settings.ts';
import { mountMcp } from './mcp/http.ts';
import { createConnectionGauges } from './process/connection-gauges.ts';
import { createWorkWatch } from './process/work-watch.ts';
import { routesFor, topicsFor } from './routes/routes.ts';
import { doorOf } from './words.ts';

export { loadDashboard } from './dashboard/files.ts';
export { type NodeHandler, toNodeHandler } from './http/node-handler.ts';

interface Where {
  readonly label: string;
  readonly envelope: Envelope;
}

/**
 * The service as a fetch handler: `createApp(ports, settings).fetch`. It listens to nothing and
 * reads no environment; tests call `.request(path, init)`.
 *
 * @example
 * import { createSlipway } from 'slipway';
 * import { createApp } from 'slipway/server';
 *
 * const slipway = await createSlipway();
 * const app = createApp(slipway.ports, { readLimit: 600, writeLimit: 100 });
 * console.log((await app.request('/v1/health')).status);
 * await slipway.close();
 */
export function createApp(ports: AssembledPorts, settings: ServerSettings): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const authenticator = createAuthenticator(ports);
  const metrics = settings.metrics ?? createMetrics();
  const tellFailure = createFailureLog(ports);
  const largeBodies = createLargeBodies();
  const routes = routesFor(Object.values(ports.platforms), ports.features);
  const documents = createDocuments(routes, topicsFor(ports.features), ports.publicUrl);
  const context = {
    ports,
    settings,
    authenticator,
    refusals: createRefusals(ports.clock),
    metrics,
    health: createHealthCheck(ports, settings.watch ?? createWorkWatch(ports)),
    connectionGauges: createConnectionGauges(ports),
    documents,
    site: createSiteOnce(documents),
    largeBodies,
    coalesce: createCoalesce(ports.clock),
    statuses: createStatusCache(),
  };

  /**
   * Answers one request, whatever happens: errors in the envelope of their surface. Writes a log
   * line and counts it.
   */
  const respond = async (
    c: Context<AppEnv>,
    where: Where,
    work: (reply: Reply) => Promise<Response>,
  ): Promise<Response> => {
    const started = ports.clock.monotonic();
    const request = c.req.raw;
    // Read now: the system no longer knows the address once the client has hung up.
    const address = clientAddress(peerOf(c.env), request.headers, settings.isTrustedProxy);
    const door = (operation: string): string => doorOf(request)(operation);
    const reply = createReply(
      request,
      { envelope: where.envelope, address, where: door },
      ports,
      tellFailure,
    );
    const answer = async (): Promise<Response> => {
      try {
        return await (settings.during === undefined
          ? work(reply)
          : settings.during(() => work(reply)));
      } catch (error) {
        return reply.failure(error);
      }
    };
    const { tracer } = settings;
    const traced = { request, route: where.label, reply };
    const answered = await (tracer === undefined
      ? answer()
      : tracedRequest(tracer, traced, answer));
    const response = await encoded(request, answered);
    const ms = Math.round(ports.clock.monotonic() - started);
    const { company, key } = reply.who;
    if (company !== undefined) settings.calls?.count(company);
    metrics.observe(request.method, where.label, response.status, ms / 1000);
    // Probes come every few seconds.
    ports.log[isProbe(where.label) && response.status < 400 ? 'debug' : 'info']('request', {
      requestId: reply.requestId,
      method: request.method,
      route: where.label,
      status: response.status,
      ms,
      address,
      company,
      key,
    });
    return response;
  };

  /** Refuses a request that no route takes, with the limit of a valid key. */
  const refuse = (c: Context<AppEnv>, label: string, error: Error): Promise<Response> =>
    respond(
      c,
      { label, envelope: c.req.path.startsWith('/api/') ? 'older' : 'v1' },
      async (reply) => {
        if (c.req.raw.headers.has('authorization'))
          await authorize(context, undefined, { request: c.req.raw, reply }).catch(
            (refusal: unknown) => {
              if (refusal instanceof SlipwayError && refusal.code === 'rate_limit_exceeded')
                throw refusal;
            },
          );
        throw error;
      },
    );

  for (const [path, own] of byPath(routes)) {
    const pattern = path.replace(/\{(\w+)\}/g, ':$1');
    for (const route of own) {
      const where = { label: path, envelope: route.envelope };
      app.on(route.method, pattern, (c: Context<AppEnv>) =>
        respond(c, where, (reply) =>
          answerRequest(
            context,
            route,
            { request: c.req.raw, params: c.req.param(), keepOpen: c.env?.keepOpen },
            reply,
          ),
        ),
      );
    }
  }
  mountMcp(app, context, respond);
  mountDocs(app, context, respond);
  if (settings.dashboard !== undefined) mountDashboard(app, context, settings.dashboard, respond);
  app.notFound((c) => {
    const place = [...byPath(routes)].find(([path]) => isAt(path, c.req.path));
    if (place !== undefined) return refuse(c, place[0], new MethodNotAllowed(methodsOf(place[1])));
    const absent = absentPlatform(c.req.path, context.ports.platforms);
    if (absent !== undefined)
      return refuse(c, 'none', platformNotOpen(context.ports.platforms, absent, ''));
    const message = 'There is nothing at this address. GET /openapi.json lists what there is.';
    return refuse(c, 'none', new SlipwayError('not_found', message));
  });
  return app;
}

/**
 * The platform that a path of the interface names and this service does not have: `/v1/pin/boards`,
 * `/v1/manage/pin/ads`.
 */
function absentPlatform(path: string, platforms: Platforms): string | undefined {
  const [, version, ...parts] = path.split('/', 5);
  return version === 'v1'
    ? parts.find((part) => isPublicPlatform(part) && platforms[part] === undefined)
    : undefined;
}

const peerOf = (env: AppEnv['Bindings'] | undefined): string | undefined =>
  typeof env?.address === 'function' ? env.address() : env?.address;

function byPath(routes: readonly Route[]): Map<string, Route[]> {
  const paths = new Map<string, Route[]>();
  for (const route of routes) paths.set(route.path, [...(paths.get(route.path) ?? []), route]);
  return paths;
}

/** Whether an address is one of a path such as `/v1/batches/{id}`. */
function isAt(path: string, address: string): boolean {
  const [parts, given] = [path.split('/'), address.split('/')];
  return (
    parts.length === given.length &&
    parts.every((part, i) => part === given[i] || (part.startsWith('{') && given[i] !== ''))
  );
}

const methodsOf = (routes: readonly Route[]): string[] => [
  ...new Set(routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))),
];

/** What is asked every few seconds by machines tells nothing. */
const PROBES = /^\/(v1\/health|metrics$)/;
const isProbe = (route: string): boolean => PROBES.test(route);

/**
 * Answers in a span that goes on with the caller's trace, where the request names one. Errors are
 * answers here.
 */
function tracedRequest(
  tracer: Tracer,
  {
    request,
    route,
    reply,
  }: { readonly request: Request; readonly route: string; readonly reply: Reply },
  answer: () => Promise<Response>,
): Promise<Response> {
  if (isProbe(route)) return answer();
  const attributes = {
    'http.request.method': request.method,
    'http.route': route,
    'slipway.request_id': reply.requestId,
  };
  const parent = request.headers.get('traceparent');
  return tracer.span(
    `${request.method} ${route}`,
    { kind: 'server', parent, attributes },
    async (span) => {
      const response = await answer();
      span.set({
        'http.response.status_code': response.status,
        'slipway.company_id': reply.who.company,
      });
      if (response.status >= 500) span.fail(String(response.status));
      return response;
    },
  );
}
