import * as v from 'valibot';
import type { Caller } from '../../core/access/caller.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import { defaultLaunchLimits, roomFor } from '../../core/base/limits.ts';
import { parseRequest } from '../../core/base/schema/parse.ts';
import { carryOut, type OnceFor, portsFor, unread } from '../../core/operations/carry-out.ts';
import type { FileAnswer } from '../../core/operations/operation.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import type { Reader } from '../../core/ports/store.ts';
import { canonicalJson } from '../../core/records/canonical-json.ts';
import type { Once } from '../../core/records/once.ts';
import { answered, isAnswer } from './answer.ts';
import { authorize, authorizeOptional, isScrape, type Visit } from './auth.ts';
import { LARGE_BODY, readJson, receiveJson } from './body.ts';
import { idempotencyKeyOf, onceFor } from './idempotent.ts';
import { type Reply, whoOf } from './reply.ts';
import { isOperation, needOfRoute, type Route, type Service } from './route.ts';
import { bodyOf, streamOf } from './stream.ts';
import { viewerOf } from './viewer.ts';

/**
 * A request's way through a route: key, limit, scope, body, Idempotency-Key, schemas, core, answer.
 */
export async function answerRequest(
  service: Service,
  route: Route,
  { request, params, keepOpen }: Arrived,
  reply: Reply,
): Promise<Response> {
  const { ports } = service;
  const latest = ports.store.reader?.() ?? ports.store;
  const caller = await callerOf(service, route, { request, reply, reader: latest });
  const view = viewOf(ports, route, caller);
  const reader = view.store === ports.store ? latest : view.store;
  if (caller !== undefined) reply.who = whoOf(caller);

  const hasBody = !route.multipart && request.method !== 'GET' && request.method !== 'HEAD';
  const sent = hasBody
    ? await receiveJson(request, ports.clock, service.settings.bodyLimit)
    : undefined;
  if (!route.multipart) keepOpen?.();

  const run = async (): Promise<unknown> => {
    const body =
      sent &&
      (await readJson(sent, ports.turns, roomFor(ports.launchLimits ?? defaultLaunchLimits)));
    const asked = { request, caller, params, query: queryOf(request), body, sent, view, reader };
    return resultOf(service, route, asked, reply).catch((error: unknown) => {
      // A call without a key whose signature is wrong counts as one with a wrong key.
      const isForged =
        route.scope === 'open' && error instanceof SlipwayError && error.code === 'forbidden';
      if (isForged) service.refusals.count(reply.address(), reply.headers);
      throw error;
    });
  };

  if (route.coalesce && caller !== undefined)
    return answer(
      service,
      route,
      reply,
      await service.coalesce(viewerOf(caller), request.url, run),
    );
  const respond = async (): Promise<Response> => answer(service, route, reply, await run());
  const bytes =
    (isOperation(route.operation) ? route.operation.bytes : undefined) ?? sent?.length ?? 0;
  return bytes <= LARGE_BODY
    ? respond()
    : service.largeBodies.take(caller?.companyId ?? '', bytes, respond);
}

interface Arrived {
  readonly request: Request;
  readonly params: { readonly [name: string]: string };
  readonly keepOpen?: (() => void) | undefined;
}

interface Sent extends Pick<Arrived, 'request' | 'params'> {
  readonly caller: Caller | undefined;
  readonly query: { readonly [name: string]: string };
  readonly body: unknown;
  readonly sent: Uint8Array | undefined;
  readonly view: ServicePorts;
  readonly reader: Reader;
}

async function resultOf(
  service: Service,
  route: Route,
  sent: Sent,
  reply: Reply,
): Promise<unknown> {
  const { ports, settings } = service;
  const { request, caller, params, body, view, reader } = sent;
  const key = caller === undefined ? undefined : idempotencyKeyOf(request);
  const query = route.query === undefined ? {} : sent.query;
  let usesKey = key === undefined;
  const once: OnceFor = async (meaning) => {
    // By the route and what its parameters mean: an address can be spelled in many ways.
    const place = {
      path: route.sameAs ?? route.path,
      params: route.params && parsedPath(route.params, params),
    };
    const said = meaning ?? (Object.keys(query).length === 0 ? body : { query, body });
    const found = await onceFor(ports, caller?.companyId ?? '', key, {
      ...place,
      body: said,
      onReplay: () => reply.headers.set('Idempotent-Replay', 'true'),
    });
    return whenUsed(found, () => {
      usesKey = true;
    });
  };
  const { operation } = route;
  const parts =
    route.method === 'GET'
      ? { input: sent.query, options: {} }
      : { input: body, options: sent.query };
  if (route.serve !== undefined && isOperation(operation))
    unread(operation, { options: parts.options });
  const result =
    route.serve === undefined && isOperation(operation) && caller !== undefined
      ? await fileOf(await carryOut(ports, operation, caller, { subject: params, ...parts }, once))
      : await route.serve?.(view, caller, {
          params: route.params && parsedPath(route.params, params),
          query: route.query && parseRequest(route.query, query),
          request,
          sent: sent.sent,
          service,
          reader,
          onceFor: once,
        });
  if (!usesKey)
    settings.onDrift?.(`${route.method} ${route.path}`, 'did not keep its Idempotency-Key');
  return result;
}

async function callerOf(service: Service, route: Route, visit: Visit): Promise<Caller | undefined> {
  if (route.scope === 'open') return authorizeOptional(service, visit);
  if (route.scraped && (await isScrape(service.ports, service.settings, visit.request)))
    return undefined;
  return authorize(service, route, visit);
}

function viewOf(ports: ServicePorts, route: Route, caller: Caller | undefined): ServicePorts {
  const need = needOfRoute(route);
  return caller === undefined || need === undefined ? ports : portsFor(ports, caller, need);
}

/** An operation that hands out a file answers with it. */
async function fileOf(result: unknown): Promise<unknown> {
  const { content, contentType, filename, bytes } = result as Partial<FileAnswer>;
  if (content === undefined || contentType === undefined) return result;
  return new Response(bytes === undefined ? streamOf(content) : await bodyOf(content, bytes), {
    headers: {
      'Content-Type': contentType,
      ...(bytes !== undefined && { 'Content-Length': String(bytes) }),
      ...(filename !== undefined && {
        'Content-Disposition': `attachment; filename="${filename}"`,
      }),
    },
  });
}

const whenUsed = ({ inOneCommit, inSteps }: Once, onUse: () => void): Once => ({
  inOneCommit(work, options) {
    onUse();
    return inOneCommit(work, options);
  },
  inSteps(work) {
    onUse();
    return inSteps(work);
  },
});

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
function parsedPath(
  schema: NonNullable<Route['params']>,
  params: Sent['params'],
): { readonly [name: string]: string | number } {
  try {
    return parseRequest(schema, params) as { readonly [name: string]: string | number };
  } catch {
    throw new SlipwayError('not_found', 'There is nothing with this id.');
  }
}

/** A parameter given several times is a list, like one with commas. */
function queryOf(request: Request): Sent['query'] {
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

/**
 * What is wrong with an answer by its schema; undefined when it fits and holds nothing undeclared.
 */
function driftOf(schema: v.GenericSchema, text: string): string | undefined {
  const body: unknown = JSON.parse(text);
  const result = v.safeParse(schema, body);
  if (!result.success)
    return result.issues
      .map((issue) => `${v.getDotPath(issue) ?? '(top)'}: ${issue.message}`)
      .join('; ');
  const declared = canonicalJson(result.output);
  const sent = canonicalJson(body);
  return declared === sent
    ? undefined
    : `undeclared members: sent ${sent.slice(0, 500)} but declared ${declared.slice(0, 500)}`;
}
