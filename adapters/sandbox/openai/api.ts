import { version } from '../../platforms/openai/version.ts';
import { createLimits, type Tier } from '../kit/limits.ts';
import { createRouter } from '../kit/routes.ts';
import { createShell } from '../kit/simulator.ts';
import { createTokens } from '../kit/tokens.ts';
import type { Entity, SimulatedPlatform, Table, World } from '../types.ts';
import { faultLibrary, system, tooMany } from './faults.ts';
import { accountEndpoints } from './objects/account.ts';
import { eventEndpoints } from './objects/events.ts';
import { adEndpoints, adGroupEndpoints, campaignEndpoints } from './objects/levels.ts';
import { conversionInsights } from './report/conversions.ts';
import { insightEndpoints } from './report/insights.ts';
import {
  deadKey,
  type Endpoint,
  type Endpoints,
  kinds,
  notFound,
  type OpenaiCall,
  type OpenaiFault,
  Refusal,
  readCall,
  ruled,
  tokenKind,
  unknownField,
} from './wire.ts';

const name = 'openai';
export const basePath = `/openai/${version.pinned}`;

export const endpoints: Endpoints = {
  ...accountEndpoints,
  ...insightEndpoints,
  ...conversionInsights,
  ...campaignEndpoints,
  ...adGroupEndpoints,
  ...adEndpoints,
  ...eventEndpoints,
};
const endpointOf = createRouter(endpoints);

/** `published`: for one kind of call. `small` is ours. */
const tiers: Table<Tier> = {
  published: { all: { perSecond: 600, perMinute: 600 }, paths: {} },
  small: { all: { perSecond: 5, perMinute: 60 }, paths: {} },
};

const revokedFor = 401;
const page =
  '<html><head><title>Attention Required! | Cloudflare</title></head><body>Sorry, you have been blocked</body></html>';

export function simulateOpenai(
  world: World,
  options: { readonly url?: string } = {},
): SimulatedPlatform {
  const limits = createLimits(world, name, tiers, () => new Refusal(tooMany));
  const tokens = createTokens(world, name, tokenKind);
  let answers = 0;

  const authenticate = ({ token, method }: OpenaiCall, { events }: Endpoint): Entity => {
    const key = tokens.living(token);
    if (key === undefined) throw deadKey();
    const account = world.get(String(key.data.account));
    if (account?.kind !== kinds.account) throw deadKey();
    if (events === true && key.data.events !== true)
      throw deadKey('Missing scopes: ads.third_party_events.write');
    if (events !== true && key.data.events === true) throw deadKey();
    if (events !== true && method !== 'GET' && key.data.admin !== true)
      throw ruled('Only ad account admins can perform this action.', 403);
    return account;
  };

  return createShell<OpenaiCall, OpenaiFault>(world, {
    name,
    basePath,
    faults: faultLibrary,
    tokens,
    budget: limits,
    unavailable: system,
    revokedFor,
    async read(request, mount) {
      const call = await readCall(request, { mount, basePath, publicUrl: options.url });
      return (
        call ??
        Response.json(
          { error: { message: 'Invalid URL', type: 'invalid_request_error' } },
          { status: 404 },
        )
      );
    },
    see: ({ method, path, token }) => ({
      method,
      path: `/${path}`,
      token,
      account: undefined,
      counted: `${method} ${path.replace(/\/[a-z]+_[0-9a-f]+/g, '/{id}')}`,
    }),
    carryOut(call, fired) {
      if (!call.hasAgent)
        throw new Refusal({ status: 403, type: '', message: 'Forbidden', html: true });
      limits.count(call.path);
      const found = endpointOf(call.method, call.path);
      if (found === undefined) throw notFound('Invalid URL');
      if (found === 'method')
        throw new Refusal({
          status: 405,
          type: 'invalid_request_error',
          message: 'Invalid method',
        });
      const { route, ids } = found;
      const account = authenticate(call, route);
      const unknown = Object.keys(call.query).find((each) => !route.query?.includes(each));
      if (unknown !== undefined) throw unknownField(unknown);
      const { query, body, key, base } = call;
      return {
        status: 200,
        body: route.run({ world, fired, ids, account, query, body, key, base }),
      };
    },
    refuse: ({ status, message, type, code = null, param = null, waitSeconds, html }) => ({
      status,
      body: { error: { message, type, param, code } },
      ...(html && { text: page }),
      ...(waitSeconds !== undefined && { headers: { 'retry-after': String(waitSeconds) } }),
    }),
    finish(answer) {
      const headers = {
        'content-type': answer.text === undefined ? 'application/json' : 'text/html',
        ...answer.headers,
        'x-request-id': `req_${String(++answers).padStart(32, '0')}`,
        'openai-processing-ms': '12',
      };
      return { ...answer, headers };
    },
  });
}
