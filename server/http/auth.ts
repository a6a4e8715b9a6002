import type { Presented } from '../../core/access/authenticate.ts';
import type { Caller } from '../../core/access/caller.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import { refuseWithoutRight } from '../../core/operations/carry-out.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import type { Reader } from '../../core/ports/store.ts';
import { allow, useOf } from './allowance.ts';
import type { HeaderBag, Reply } from './reply.ts';
import { needOfRoute, type Route, type Service } from './route.ts';
import { sessionOf } from './session.ts';
import type { ServerSettings } from './settings.ts';

/** A request, and where its headers and address are. */
export interface Visit {
  readonly request: Request;
  readonly reply: Pick<Reply, 'headers' | 'address'>;
  /** The store as it was when the request came. */
  readonly reader?: Reader;
}

type Gate = Pick<Service, 'ports' | 'settings' | 'authenticator' | 'refusals'>;

/**
 * Lets a request in, or throws: the key first, then the limit, then the scope, so that every answer
 * to a valid key can carry the limit. `headers` is filled in either case.
 */
export async function authorize(
  service: Gate,
  route: Route | undefined,
  { request, reply, reader }: Visit,
): Promise<Caller> {
  const found = await identified(service, presentedBy(request), reply, reader);
  // Says that a model chose what is asked, which takes rights away and gives none.
  const caller: Caller =
    request.headers.get('slipway-door') === 'mcp' ? { ...found, door: 'mcp' } : found;
  await allow(service, caller, useOf(request, route), reply.headers);
  const need = route && needOfRoute(route);
  if (need !== undefined) refuseWithoutRight(caller, need);
  return caller;
}

/**
 * The caller behind a key. Requests without a valid key are counted by address, and refused when
 * they are too many.
 */
export async function identified(
  { authenticator, refusals }: Gate,
  presented: Presented,
  reply: Pick<Reply, 'headers' | 'address'>,
  reader?: Reader,
): Promise<Caller> {
  try {
    return await authenticator.identify(presented, reply, reader);
  } catch (error) {
    if (error instanceof SlipwayError && error.code === 'unauthorized')
      refusals.count(reply.address(), reply.headers);
    throw error;
  }
}

/**
 * Counts a key that comes along where none is needed and sends its limit; a key or store that fails
 * refuses nothing here.
 */
export async function authorizeOptional(
  service: Gate,
  { request, reply }: Visit,
): Promise<undefined> {
  if (!request.headers.has('authorization')) return undefined;
  const set: HeaderBag['set'] = (name, value) => {
    if (name !== 'Retry-After') reply.headers.set(name, value);
  };
  const told = { headers: { set }, address: reply.address };
  await authorize(service, undefined, { request, reply: told }).catch(() => undefined);
  return undefined;
}

/**
 * Whether a request brings the token for metrics. Nothing is looked up: metrics are wanted most
 * when the store is away.
 */
export async function isScrape(
  ports: Pick<ServicePorts, 'secrets'>,
  { metricsToken }: ServerSettings,
  request: Request,
): Promise<boolean> {
  const [, sent] = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  if (metricsToken === undefined || sent === undefined) return false;
  // Digests, so that how long the comparison takes says nothing about the token.
  return (await ports.secrets.sha256(sent)) === (await ports.secrets.sha256(metricsToken));
}

/** A key, a session, or the places where keys are often sent by mistake. */
function presentedBy(request: Request): Presented {
  const authorization = request.headers.get('authorization');
  if (authorization !== null) return { authorization };
  const session = sessionOf(request);
  if (session !== undefined) return { session };
  return {
    apiKeyHeader: request.headers.has('x-api-key') || request.headers.has('api-key'),
    queryKey: /[?&](api_?key|key|access_token|token)=/i.test(request.url),
  };
}
