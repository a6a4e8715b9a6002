import { version } from '../../platforms/pinterest/version.ts';
import { createLimits, type Tier } from '../kit/limits.ts';
import { createRouter } from '../kit/routes.ts';
import { type Answer, createShell } from '../kit/simulator.ts';
import { createTokens } from '../kit/tokens.ts';
import type { Json, SimulatedPlatform, Table, World } from '../types.ts';
import { faultLibrary, system, tooMany, tooManyReports } from './faults.ts';
import { accountEndpoints, renewToken } from './objects/accounts.ts';
import { eventEndpoints } from './objects/events.ts';
import { leadEndpoints } from './objects/leads.ts';
import { adEndpoints, adGroupEndpoints, campaignEndpoints } from './objects/levels.ts';
import { mediaEndpoints, pinEndpoints, storeVideo } from './objects/pins.ts';
import { analyticsEndpoints, reportEndpoints, reportFile } from './report/reports.ts';
import {
  checkKnown,
  type Endpoint,
  type Endpoints,
  forbidden,
  type PinterestCall,
  type PinterestFault,
  Refusal,
  readCall,
  tokenKind,
  tokenOf,
} from './wire.ts';

const name = 'pinterest';
export const basePath = `/pinterest/${version.pinned}`;

export const endpoints: Endpoints = {
  ...accountEndpoints,
  // Before single objects: an address ends on either.
  ...analyticsEndpoints,
  ...campaignEndpoints,
  ...adGroupEndpoints,
  ...adEndpoints,
  ...pinEndpoints,
  ...mediaEndpoints,
  ...eventEndpoints,
  ...leadEndpoints,
  ...reportEndpoints,
};
const endpointOf = createRouter(endpoints);

/** `small` is ours. */
const tiers: Table<Tier> = {
  standard: {
    all: { perSecond: 100, perMinute: 6_000 },
    paths: { analytics: { perSecond: 100, perMinute: 300 } },
  },
  small: {
    all: { perSecond: 5, perMinute: 60 },
    paths: { analytics: { perSecond: 2, perMinute: 10 } },
  },
};

const revokedFor = 401;

const laneOf = (path: string) => (/\/(analytics|reports)$/.test(path) ? 'analytics' : path);

export function simulatePinterest(
  world: World,
  options: { readonly url?: string } = {},
): SimulatedPlatform {
  let lane = '';
  const limits = createLimits(world, name, tiers, () => {
    const { status, message, code } = lane === 'analytics' ? tooManyReports : tooMany;
    return new Refusal(status, message, code);
  });
  const tokens = createTokens(world, name, tokenKind);

  const authenticate = (call: PinterestCall, { scopes }: Endpoint): string => {
    const entity = tokens.living(tokenOf(call));
    if (entity === undefined || Number(entity.data.ends_at ?? Number.MAX_VALUE) <= world.now())
      throw new Refusal(revokedFor, 'Authentication failed.', 2);
    const held = Array.isArray(entity.data.scopes) ? entity.data.scopes : [];
    const lacking = scopes.filter((scope) => !held.includes(scope));
    if (lacking.length > 0)
      throw forbidden(`Your application lacks the scopes: ${lacking.join(', ')}.`);
    return entity.company;
  };

  const ok = (body: Json | undefined, status = 200): Answer =>
    body === undefined ? { status: 204, body: null, text: '' } : { status, body };

  return createShell<PinterestCall, PinterestFault>(world, {
    name,
    basePath,
    faults: faultLibrary,
    tokens,
    budget: limits,
    unavailable: system,
    revokedFor,
    async read(request, mount) {
      const call = await readCall(request, mount, options.url);
      return call ?? new Response('Not Found', { status: 404 });
    },
    see: (call) => ({
      method: call.method,
      path: `/${call.place === 'api' ? call.path : call.place}`,
      token: tokenOf(call),
      account: /^ad_accounts\/(\d+)/.exec(call.path)?.[1],
      ...(call.place === 'api' && {
        counted: `${call.method} ${call.path.replace(/\d{6,}/g, '{id}')}`,
      }),
    }),
    carryOut(call, fired) {
      const turn = { ...call, world, fired, ids: {}, company: '' };
      if (call.place === 'storage') return ok(storeVideo(turn));
      if (call.place === 'files') return ok(reportFile(turn, call.path));
      lane = laneOf(call.path);
      limits.count(lane);
      if (call.method === 'POST' && call.path === 'oauth/token') return ok(renewToken(world, call));
      const found = endpointOf(call.method, call.path);
      if (found === undefined) throw new Refusal(404, 'Not found.');
      if (found === 'method') throw new Refusal(405, 'Method not allowed.');
      const { route, ids } = found;
      const company = authenticate(call, route);
      checkKnown(call.query, route.known);
      return ok(route.run({ ...turn, ids, company }), route.status);
    },
    refuse: ({ status, code, message }) => ({ status, body: { code, message } }),
    finish(answer) {
      const headers = {
        'content-type': 'application/json',
        ...(answer.status === 429 && { 'x-ratelimit-reset': '1' }),
      };
      return { ...answer, headers };
    },
  });
}
