import { dataManagerVersion, version } from '../../platforms/google/version.ts';
import { createCallCounter } from '../kit/call-counter.ts';
import { isList, isObject } from '../kit/json.ts';
import { createLimits, type Tier } from '../kit/limits.ts';
import { names } from '../kit/names.ts';
import { createShell } from '../kit/simulator.ts';
import { createTokens, refreshTokenOf } from '../kit/tokens.ts';
import { createVersions } from '../kit/versions.ts';
import type { Entity, Json, JsonObject, SimulatedPlatform, Table, World } from '../types.ts';
import { faultLibrary, system } from './faults.ts';
import { answerQuery } from './gaql/run.ts';
import { adjustConversions, ingestEvents, requestStatus } from './objects/events.ts';
import { mutate, mutateAll } from './objects/mutate/mutate.ts';
import { clientId, clientSecret } from './seed/ids.ts';
import {
  badPayload,
  checkKnown,
  failureOf,
  type GoogleCall,
  type GoogleFault,
  kinds,
  lacking,
  Refusal,
  readCall,
  refusal,
  rpcOf,
  type Turn,
  tokenKind,
  unknownEntity,
  words,
} from './wire.ts';

const name = 'google';
export const basePath = '/google';

/** The Data Manager API. */
const dataManager = `datamanager/${dataManagerVersion}/`;

const hour = 3_600_000;
const rowsOnPage = 10_000;
const PREFIX = refreshTokenOf('');

/** `basic` is the smallest access level. */
const tiers: Table<Tier> = {
  basic: { all: { perSecond: 20, perMinute: 600 }, paths: {} },
};

export function simulateGoogle(world: World): SimulatedPlatform {
  const throttle = faultLibrary.throttle?.refusal ?? system;
  const limits = createLimits(world, name, tiers, () => new Refusal(throttle));
  const tokens = createTokens(world, name, tokenKind);
  const counter = createCallCounter(world, name);
  const isAlive = createVersions(world, name, version);
  let answers = 0;
  const day = new Map<number, number>();
  const requestId = () => `sandbox${String(++answers).padStart(15, '0')}`;

  /** An access token holds its refresh token and its time; the seeded one ends after an hour. */
  const holderOf = (
    token: string | undefined,
  ): { readonly refresh: string; readonly endsAt: number } | undefined => {
    const [, refresh, made] = /^ya29\.(.+)\.([0-9a-z]+)$/.exec(token ?? '') ?? [];
    if (refresh === undefined || made === undefined) return undefined;
    const issued =
      made === 'seed' ? (tokens.find(refresh)?.created ?? 0) : Number.parseInt(made, 36);
    return { refresh, endsAt: issued + hour };
  };

  const authenticate = ({ headers, action }: GoogleCall): Entity => {
    const holder = holderOf(headers.token);
    const dead = (type: string, message: string) =>
      refusal('authenticationError', type, message, { status: 401 });
    if (holder === undefined)
      throw dead('OAUTH_TOKEN_INVALID', 'OAuth token in the header is not valid.');
    const entity = tokens.find(holder.refresh);
    if (entity === undefined)
      throw dead('OAUTH_TOKEN_INVALID', 'OAuth token in the header is not valid.');
    if (tokens.revokedFor(holder.refresh) !== undefined)
      throw dead('OAUTH_TOKEN_REVOKED', 'OAuth token in the header was revoked.');
    if (holder.endsAt <= world.now())
      throw dead('OAUTH_TOKEN_EXPIRED', 'OAuth token in the header has expired.');
    if (action.endsWith(':mutate') && entity.data.main !== true)
      throw refusal(
        'authorizationError',
        'ACTION_NOT_PERMITTED',
        'The user does not have permission to perform this action.',
        {
          status: 403,
        },
      );
    return entity;
  };

  const customerOf = ({ customerId = '', headers }: GoogleCall, company: string): Entity => {
    if (!/^\d{10}$/.test(customerId))
      throw refusal('requestError', 'INVALID_CUSTOMER_ID', 'Invalid customer ID.', {
        trigger: customerId,
      });
    if (headers.login !== undefined && !/^\d{10}$/.test(headers.login))
      throw refusal(
        'headerError',
        'INVALID_LOGIN_CUSTOMER_ID',
        'The login customer ID could not be validated.',
      );
    const denied = refusal(
      'authorizationError',
      'USER_PERMISSION_DENIED',
      "User doesn't have permission to access customer. Note: If you're accessing a client customer, the manager's customer id must be set in the 'login-customer-id' header.",
      { status: 403 },
    );
    const customer = world.get(customerId);
    if (customer?.kind !== kinds.customer || customer.company !== company) throw denied;
    const login = headers.login === undefined ? customer : world.get(headers.login);
    if (login?.company !== company || login.data.manager !== true) throw denied;
    return customer;
  };

  const renew = ({ body }: GoogleCall) => {
    const refused = (error: string, error_description: string) => ({
      status: 400,
      body: { error, error_description },
    });
    if (body.client_id !== clientId || body.client_secret !== clientSecret)
      return { ...refused('invalid_client', 'The OAuth client was not found.'), status: 401 };
    if (body.grant_type !== 'refresh_token')
      return refused('unsupported_grant_type', 'Invalid grant_type.');
    const given = words(body.refresh_token);
    // Connections of an older sandbox have the token itself.
    const refresh = given.startsWith(PREFIX) ? given.slice(PREFIX.length) : given;
    if (tokens.living(refresh) === undefined)
      return refused('invalid_grant', 'Token has been expired or revoked.');
    const access_token = `ya29.${refresh}.${world.now().toString(36)}`;
    return {
      status: 200,
      body: { access_token, expires_in: 3_600, token_type: 'Bearer' },
    };
  };

  const answer = (call: GoogleCall, turn: Turn): JsonObject | readonly JsonObject[] => {
    const [service = '', action] = call.action.split(':');
    if (call.action === 'googleAds:search') return search(turn);
    if (call.action === 'googleAds:searchStream') return [stream(turn)];
    if (call.action === ':uploadConversionAdjustments') return adjustConversions(turn, requestId());
    if (action !== 'mutate') throw unknownEntity();
    if (turn.customer.data.manager === true)
      throw refusal(
        'requestError',
        'CANNOT_BE_EXECUTED_BY_MANAGER_ACCOUNT',
        'Request cannot be executed by a manager account.',
      );
    if (turn.customer.data.status !== 'ENABLED')
      throw refusal(
        'authorizationError',
        'CUSTOMER_NOT_ENABLED',
        "The customer account can't be accessed because it is not yet enabled or has been deactivated.",
        { status: 403 },
      );
    const made =
      service === 'googleAds' ? mutateAll(turn, requestId()) : mutate(turn, service, requestId());
    if (made === undefined) throw unknownEntity();
    return made;
  };

  /** On a host of its own. */
  const manageData = (call: GoogleCall, fired: Turn['fired']): JsonObject => {
    const { company, data } = authenticate(call);
    checkScope(data, 'datamanager');
    const path = call.path.slice(dataManager.length);
    if (call.method === 'POST' && path === 'events:ingest')
      return ingestEvents({ world, company, body: call.body, fired }, requestId());
    if (call.method === 'GET' && path === 'requestStatus:retrieve')
      return requestStatus(world, company, call.query.requestId ?? '');
    throw unknownEntity();
  };

  const search = (turn: Turn): JsonObject => {
    checkKnown(turn.body, names('query pageToken pageSize validateOnly searchSettings customerId'));
    if (turn.body.pageSize !== undefined)
      throw refusal(
        'requestError',
        'PAGE_SIZE_NOT_SUPPORTED',
        'Setting the page size is not supported.',
      );
    const { rows, fieldMask } = answerQuery(turn, queryOf(turn));
    const rule = turn.fired.get('small-pages');
    const size = rule === undefined ? rowsOnPage : Number(rule.limit ?? 2);
    const from = pageStart(turn);
    const page = rows.slice(from, from + size);
    return {
      ...(page.length > 0 && { results: page }),
      ...(from + size < rows.length && { nextPageToken: btoa(`page ${from + size}`) }),
      fieldMask,
      queryResourceConsumption: String(96 + page.length),
    };
  };

  const stream = (turn: Turn): JsonObject => {
    checkKnown(turn.body, ['query', 'summaryRowSetting', 'customerId']);
    const { rows, fieldMask } = answerQuery(turn, queryOf(turn));
    return {
      ...(rows.length > 0 && { results: rows }),
      fieldMask,
      requestId: requestId(),
      queryResourceConsumption: String(96 + rows.length),
    };
  };

  return createShell<GoogleCall, GoogleFault>(world, {
    name,
    basePath,
    faults: faultLibrary,
    tokens,
    budget: limits,
    unavailable: system,
    revokedFor: 401,
    async read(request, mount) {
      const call = await readCall(request, mount);
      const isToken = call?.version === '' && call.path === 'token';
      const isEvents = call?.path.startsWith(dataManager) ?? false;
      if (call === undefined || (call.version === '' && !isToken && !isEvents))
        return new Response('<html>404</html>', { status: 404 });
      return call;
    },
    see: (call) => ({
      method: call.method,
      path: `/${call.path}`,
      token: holderOf(call.headers.token)?.refresh,
      account: call.customerId,
      ...(call.path !== 'token' && {
        counted: `${call.method} ${call.customerId === undefined ? call.path : call.action}`,
      }),
    }),
    carryOut(call, fired) {
      if (call.path === 'token') return renew(call);
      if (call.path.startsWith(dataManager)) return { status: 200, body: manageData(call, fired) };
      if (!isAlive(call.version))
        throw refusal(
          'requestError',
          'UNSUPPORTED_VERSION',
          'This API version has been sunset and is no longer supported.',
        );
      limits.count(call.action);
      countOperations(call);
      checkDay(call, fired);
      const holder = authenticate(call);
      checkScope(holder.data, 'adwords');
      if (call.method === 'GET' && call.path === 'customers:listAccessibleCustomers')
        return { status: 200, body: accessible(holder.company) };
      if (call.method !== 'POST' || call.customerId === undefined) throw unknownEntity();
      const customer = customerOf(call, holder.company);
      const turn: Turn = {
        world,
        company: holder.company,
        customer,
        version: call.version,
        body: call.body,
        fired,
      };
      return { status: 200, body: answer(call, turn) };
    },
    refuse: (fault) => ({ status: fault.status, body: refusedBody(fault) }),
    finish(finished, call) {
      const isRefused = finished.status !== 200 && call.path !== 'token';
      const told =
        isRefused && call.version !== '' ? inVersion(finished.body, call.version) : finished.body;
      const body = isRefused && call.action === 'googleAds:searchStream' ? [told] : told;
      return { ...finished, body, headers: { 'request-id': requestId() } };
    },
    htmlPage: '<!DOCTYPE html><html lang=en><title>Error 502 (Server Error)!!1</title>',
  });

  /** Of the last 24 hours and all callers: a query is one, each item of a mutate is one. */
  function checkDay({ action, body }: GoogleCall, fired: Turn['fired']): void {
    const list = body.operations ?? body.mutateOperations;
    const now = world.now();
    const operations = action.endsWith(':mutate')
      ? isList(list)
        ? list.length
        : 0
      : body.pageToken === undefined
        ? 1
        : 0;
    for (const [at] of day) if (at <= now - 24 * hour) day.delete(at);
    const rule = fired.get('day-limit');
    const used = [...day.values()].reduce((sum, each) => sum + each, 0);
    if (rule !== undefined && used + operations > Number(rule.limit ?? 15_000))
      throw new Refusal(faultLibrary['quota-day']?.refusal ?? system);
    day.set(now, (day.get(now) ?? 0) + operations);
  }

  /** The call itself counted the first. */
  function countOperations({ method, action, body }: GoogleCall) {
    const list = body.operations ?? body.mutateOperations;
    for (let more = isList(list) ? list.length - 1 : 0; more > 0; more -= 1)
      counter.count(`${method} ${action}`);
  }

  function accessible(company: string): JsonObject {
    const managers = world
      .entities(kinds.customer)
      .filter((each) => each.company === company && each.data.manager === true);
    return { resourceNames: managers.map(({ id }) => `customers/${id}`) };
  }

  function refusedBody(fault: GoogleFault): JsonObject {
    const others = 'others' in fault ? (fault.others as readonly GoogleFault[]) : [];
    const details =
      fault.family === undefined
        ? {}
        : { details: [failureOf(version.pinned, requestId(), [fault, ...others])] };
    const message =
      fault.family === undefined
        ? fault.message
        : (gatewayWords[fault.status] ?? 'Request contains an invalid argument.');
    return { error: { code: fault.status, message, status: rpcOf(fault), ...details } };
  }
}

/** A refusal is a message of the version that was called. */
function inVersion(body: Json, called: string): Json {
  if (!isObject(body) || !isObject(body.error) || !isList(body.error.details)) return body;
  const details = body.error.details.map((each) =>
    isObject(each) && typeof each['@type'] === 'string'
      ? { ...each, '@type': each['@type'].replace(`.${version.pinned}.`, `.${called}.`) }
      : each,
  );
  return { ...body, error: { ...body.error, details } };
}

/** Tokens without a consent, such as seeded ones, have every scope. */
function checkScope({ scopes }: JsonObject, wanted: 'adwords' | 'datamanager') {
  if (isList(scopes) && !scopes.includes(`https://www.googleapis.com/auth/${wanted}`))
    throw new Refusal({ status: 403, message: 'Request had insufficient authentication scopes.' });
}

/** Beside the API's own errors, by status. */
const gatewayWords: { readonly [status: number]: string } = {
  401: 'Request had invalid authentication credentials.',
  403: 'The caller does not have permission',
  429: 'Resource has been exhausted (e.g. check quota).',
  500: 'Internal error encountered.',
  503: 'The service is currently unavailable.',
};

function queryOf({ body }: Turn) {
  if (typeof body.query === 'string' && body.query.trim() !== '') return body.query;
  if (body.query !== undefined && typeof body.query !== 'string')
    throw badPayload("Invalid value at 'query' (TYPE_STRING)");
  throw lacking({ path: [{ name: 'query' }] });
}

/** Others make atob throw. */
const isBase64 = (text: string) => text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);

function pageStart({ body, fired }: Turn): number {
  const { pageToken } = body;
  if (pageToken === undefined || pageToken === '') return 0;
  if (fired.has('page-expired'))
    throw refusal('requestError', 'EXPIRED_PAGE_TOKEN', 'Page token has expired.');
  const text = typeof pageToken === 'string' && isBase64(pageToken) ? atob(pageToken) : '';
  const start = /^page (\d+)$/.exec(text)?.[1];
  if (start === undefined)
    throw refusal('requestError', 'INVALID_PAGE_TOKEN', 'Page token is invalid.');
  return Number(start);
}
