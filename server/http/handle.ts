import type { Caller } from '../../core/access/caller.ts';
import { SlipwayError } from '../../core/errors.ts';
import type { Once } from '../../core/records/once.ts';
import { parseRequest, unknownMembers } from '../../core/schema/parse.ts';
import { authorize, authorizeOptional, isScrape } from './auth.ts';
import { LARGE_BODY, readJson, receiveJson } from './body.ts';
import { driftOf } from './drift.ts';
import { idempotencyKeyOf, type Operation, onceFor } from './idempotent.ts';
import { type Reply, whoOf } from './reply.ts';
import { answered, type Input, isAnswer, type Route, type Service } from './route.ts';

/** A request's way through a route: key, limit, scope, body, Idempotency-Key, schemas, core, answer. */
export async function carryOut(
  service: Service,
  route: Route,
  request: Request,
  params: () => { readonly [name: string]: string },
  reply: Reply,
  keepOpen?: () => void,
): Promise<Response> {
  const { ports, settings } = service;
  const caller = await callerOf(service, route, request, reply);
  if (caller !== undefined) reply.who = whoOf(caller);

  const idempotencyKey = caller === undefined ? undefined : idempotencyKeyOf(request);
  const hasBody = !route.multipart && request.method !== 'GET' && request.method !== 'HEAD';
  const sent = hasBody ? await receiveJson(request, ports.clock) : undefined;
  if (!route.multipart) keepOpen?.();

  const run = async (): Promise<unknown> => {
    const raw = sent && (await readJson(sent, ports.turns));
    const asked = route.query === undefined ? {} : queryOf(request);
    const place = route.params && parsePath(route.params, params());
    let usesKey = idempotencyKey === undefined;
    const onceWith = (body: unknown): Promise<Once> => {
      // By the route and what its parameters mean: an address can be spelled in many ways.
      const operation = { path: route.sameAs ?? route.path, params: place as Operation['params'], body };
      const onReplay = () => reply.headers.set('Idempotent-Replay', 'true');
      return onceFor(ports, caller?.companyId ?? '', idempotencyKey, operation, onReplay);
    };
    const once = await onceWith(Object.keys(asked).length === 0 ? raw : { query: asked, body: raw });
    const input: Input = {
      params: place,
      query: route.query && parseRequest(route.query, asked),
      body: route.rawBody ? raw : route.body && parseRequest(route.body, raw),
      request,
      requestId: reply.requestId,
      service,
      get once() {
        usesKey = true;
        return once;
      },
      onceFor(body) {
        usesKey = true;
        return onceWith(body);
      },
    };
    const result = await route.run(ports, caller, input);
    if (!usesKey) settings.onDrift?.(`${route.method} ${route.path}`, 'did not keep its Idempotency-Key');
    return warned(result, [
      ...(route.query === undefined ? [] : unknownMembers(route.query, asked)),
      ...(route.body === undefined || route.rawBody ? [] : unknownMembers(route.body, raw)),
    ]);
  };

  if (route.coalesce && caller !== undefined)
    return answer(service, route, reply, await service.coalesce(caller.companyId, request.url, run));
  const respond = async (): Promise<Response> => answer(service, route, reply, await run());
  if (sent === undefined || sent.length <= LARGE_BODY) return respond();
  return service.largeBodies.take(caller?.companyId ?? '', sent.length, respond);
}

async function callerOf(service: Service, route: Route, request: Request, reply: Reply): Promise<Caller | undefined> {
  if (route.scope === 'open') return authorizeOptional(service, request, reply);
  if (route.scraped && (await isScrape(service.ports, service.settings, request))) return undefined;
  return authorize(service, request, route, reply);
}

function answer({ settings }: Service, route: Route, reply: Reply, result: unknown): Response {
  if (result instanceof Response) return reply.raw(result);
  const { body, text = JSON.stringify(body) } = isAnswer(result) ? result : answered(result);
  if (settings.onDrift !== undefined && typeof route.response !== 'string') {
    const drift = driftOf(route.response, text);
    if (drift !== undefined) settings.onDrift(`${route.method} ${route.path}`, drift);
  }
  return reply.json(route.status, text);
}

/** What cannot be an id belongs to nothing. */
function parsePath(schema: NonNullable<Route['params']>, params: { readonly [name: string]: string }): unknown {
  try {
    return parseRequest(schema, params);
  } catch {
    throw new SlipwayError('not_found', 'There is nothing with this id.');
  }
}

/** A parameter given several times is a list, like one with commas. */
function queryOf(request: Request): { [name: string]: string } {
  const query: { [name: string]: string } = {};
  const start = request.url.indexOf('?');
  if (start < 0) return query;
  for (const [name, value] of new URLSearchParams(request.url.slice(start)))
    Object.defineProperty(query, name, {
      value: Object.hasOwn(query, name) ? `${query[name]},${value}` : value,
      enumerable: true,
      configurable: true,
    });
  return query;
}

function warned(result: unknown, warnings: readonly unknown[]): unknown {
  // An answer that is kept as text is everybody's, whatever this caller has sent besides.
  if (warnings.length === 0 || result instanceof Response || (isAnswer(result) && result.text !== undefined)) return result;
  const add = (body: unknown): unknown => {
    const { warnings: own = [], ...rest } = body as { readonly warnings?: readonly unknown[] };
    return { ...rest, warnings: [...own, ...warnings] };
  };
  return isAnswer(result) ? { ...result, body: add(result.body) } : add(result);
}
