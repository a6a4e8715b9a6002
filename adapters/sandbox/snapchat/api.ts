import { version } from '../../platforms/snapchat/version.ts';
import { createLimits, type Tier } from '../kit/limits.ts';
import { createRouter } from '../kit/routes.ts';
import { type Answer, createShell } from '../kit/simulator.ts';
import { createTokens } from '../kit/tokens.ts';
import type { JsonObject, SimulatedPlatform, Table, World } from '../types.ts';
import { faultLibrary, system, tooMany, unauthorized } from './faults.ts';
import { accountEndpoints, tokenEndpoints } from './objects/accounts.ts';
import { creativeEndpoints, mediaEndpoints } from './objects/creatives.ts';
import { eventEndpoints } from './objects/events.ts';
import { adEndpoints, adSquadEndpoints, campaignEndpoints } from './objects/levels.ts';
import { statsEndpoints } from './report/stats.ts';
import {
  checkKnown,
  codeOf,
  type Endpoint,
  type Endpoints,
  forbidden,
  invalid,
  type Params,
  Refusal,
  readCall,
  type SnapchatCall,
  type SnapchatFault,
  type Turn,
  tokenKind,
  wrongContent,
} from './wire.ts';

const name = 'snapchat';
export const basePath = `/snapchat/${version.pinned}`;

export const endpoints: Endpoints = {
  ...tokenEndpoints,
  ...accountEndpoints,
  ...campaignEndpoints,
  ...adSquadEndpoints,
  ...adEndpoints,
  ...creativeEndpoints,
  ...mediaEndpoints,
  ...eventEndpoints,
  ...statsEndpoints,
};
const endpointOf = createRouter(endpoints);

/** The documented limit, and a small one to see budgets used up. */
const tiers: Table<Tier> = {
  documented: { all: { perSecond: 10, perMinute: 600 }, paths: {} },
  tight: { all: { perSecond: 2, perMinute: 60 }, paths: {} },
};

const contents = {
  json: 'application/json',
  multipart: 'multipart/form-data',
  form: 'application/x-www-form-urlencoded',
} as const;

export function simulateSnapchat(
  world: World,
  options: { readonly url?: string } = {},
): SimulatedPlatform {
  const limits = createLimits(world, name, tiers, () => new Refusal(tooMany));
  const tokens = createTokens(world, name, tokenKind);
  let answers = 0;

  const authenticate = ({ token, method }: SnapchatCall) => {
    const entity = tokens.living(token);
    if (
      entity === undefined ||
      Number(entity.data.ends_at ?? Number.MAX_SAFE_INTEGER) <= world.now()
    )
      throw new Refusal(unauthorized);
    if (method !== 'GET' && entity.data.main !== true)
      throw forbidden('The caller does not have the permission for this.');
    return entity.company;
  };

  const frame = (): { readonly request_id: string } => ({
    request_id: `5ca9${String(++answers).padStart(20, '0')}`,
  });

  const refuse = (fault: SnapchatFault): Answer => {
    const { status, message, short, oauth } = fault;
    if (oauth !== undefined) return { status, body: { error: oauth, error_description: message } };
    const code = codeOf(fault);
    const words: JsonObject = short
      ? { msg: message }
      : { debug_message: message, display_message: message };
    return {
      status,
      body: {
        request_status: 'ERROR',
        ...frame(),
        ...words,
        ...(code !== undefined && { error_code: code }),
      },
    };
  };

  return createShell<SnapchatCall, SnapchatFault>(world, {
    name,
    basePath,
    faults: faultLibrary,
    tokens,
    budget: limits,
    unavailable: system,
    revokedFor: 401,
    async read(request, mount) {
      const call = await readCall(request, mount, options.url);
      const isKnown = call !== undefined && endpointOf(call.method, call.path) !== undefined;
      return isKnown ? call : new Response('Not Found', { status: 404 });
    },
    see: ({ method, path, token }) => ({
      method,
      path: `/${path}`,
      token,
      counted: `${method} ${path.replace(/\/[0-9a-f-]{36}/g, '/{id}')}`,
      account: /^adaccounts\/([^/]+)/.exec(path)?.[1],
    }),
    carryOut(call, fired) {
      const found = endpointOf(call.method, call.path);
      if (found === undefined || found === 'method')
        throw new Refusal({ status: 405, message: `${call.method} is not supported here.` });
      const { route, ids } = found;
      if (!route.open) limits.count(call.path);
      const company = route.open ? '' : authenticate(call);
      checkKnown(call.query, route.query ?? []);
      const { params, files } = bodyOf(route, call);
      const { query, origin, mount } = call;
      const turn: Turn = { world, company, fired, ids, params, files, query, origin, mount };
      const body = route.run(turn);
      return {
        status: 200,
        body: route.open ? body : { request_status: 'SUCCESS', ...frame(), ...body },
      };
    },
    refuse,
    finish(answer, call, fired) {
      const json = JSON.stringify(answer.body);
      return {
        ...answer,
        ...(fired.has('small-letters') && {
          text: json.replace(/"(request_status|sub_request_status)":"SUCCESS"/g, '"$1":"success"'),
        }),
        headers: {
          'content-type': 'application/json',
          ...budgetHeaders(call, world.now(), fired.has('budget-used')),
        },
      };
    },
    htmlPage: '<html><head><title>502 Server Error</title></head><body>Server Error</body></html>',
  });
}

function bodyOf(
  { takes }: Endpoint,
  { body, contentType, method }: SnapchatCall,
): Pick<Turn, 'params' | 'files'> {
  if (takes === undefined) return { params: {}, files: [] };
  if (contentType !== contents[takes])
    throw wrongContent(
      `Content of type ${contentType || 'none'} is not supported by this ${method}.`,
    );
  if (typeof body === 'string') throw invalid(`The body is no ${body}.`);
  return { params: body.params as Params, files: body.files };
}

/** For writes and figures: five seconds' rest, and their end in ms. Only a fault uses it up. */
function budgetHeaders(
  { method, path }: SnapchatCall,
  now: number,
  isUsed: boolean,
): Table<string> {
  const isStats = path.endsWith('/stats');
  if (method === 'GET' && !isStats) return {};
  const limit = isStats ? 1666 : path.endsWith('/media') ? 25 : 83;
  return {
    'x-rate-limit-limit': String(limit),
    'x-rate-limit-remaining': String(isUsed ? 0 : limit - 1),
    'x-rate-limit-reset': String((Math.floor(now / 5_000) + 1) * 5_000),
  };
}
