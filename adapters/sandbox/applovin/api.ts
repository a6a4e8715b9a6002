import { version } from '../../platforms/applovin/version.ts';
import { createRouter } from '../kit/routes.ts';
import { type CallBudget, createShell } from '../kit/simulator.ts';
import { createTokens } from '../kit/tokens.ts';
import type { Entity, SimulatedPlatform, Table, World } from '../types.ts';
import { faultLibrary, locked, system, throttled } from './faults.ts';
import { assetEndpoints } from './objects/assets.ts';
import { campaignEndpoints } from './objects/campaigns.ts';
import { creativeSetEndpoints } from './objects/creative-sets.ts';
import {
  type ApplovinCall,
  type ApplovinFault,
  accountEntity,
  checkKnown,
  type Endpoints,
  kinds,
  missing,
  Refusal,
  readCall,
  tokenKind,
} from './wire.ts';

const minute = 60_000;
const hour = 60 * minute;
const mostCalls = 1_000;
const mostErrors = 100;

interface Limits extends CallBudget {
  /** Throws over the limit. */
  count(account: string | undefined): void;
  /** A hundred refusals in five minutes lock the account for a day. */
  countError(account: string | undefined): void;
}

/**
 * `published`: AppLovin's stated limits. Both tiers lock after too many errors; only the lock is
 * kept with the world.
 */
function createLimits({ notes, now }: World, platform: string): Limits {
  const tierNote = `tier ${platform}`;
  const stops = `stop ${platform} `;
  const calls = new Map<string, number[]>();
  const errors = new Map<string, number[]>();
  const recent = (seen: Map<string, number[]>, account: string, ms: number) => {
    const kept = (seen.get(account) ?? []).filter((at) => now() - at < ms);
    seen.set(account, kept);
    return kept;
  };
  const stop = (account: string, kind: 'calls' | 'errors', ms: number) =>
    notes.set(`${stops}${kind} ${account}`, now() + ms);
  const isStopped = (account: string, kind: 'calls' | 'errors') =>
    Number(notes.get(`${stops}${kind} ${account}`) ?? 0) > now();

  return {
    tiers: ['generous', 'published'],
    count(account = '') {
      if (isStopped(account, 'errors'))
        throw new Refusal(locked.status, locked.message, locked.code);
      if (isStopped(account, 'calls')) throw new Refusal(throttled.status, throttled.message);
      if (notes.get(tierNote) !== 'published') return;
      const seen = recent(calls, account, minute);
      seen.push(now());
      if (seen.length <= mostCalls) return;
      stop(account, 'calls', 10 * minute);
      throw new Refusal(throttled.status, throttled.message);
    },
    countError(account = '') {
      if (isStopped(account, 'errors') || isStopped(account, 'calls')) return;
      const seen = recent(errors, account, 5 * minute);
      seen.push(now());
      if (seen.length >= mostErrors) stop(account, 'errors', 24 * hour);
    },
    setTier: (tier) => notes.set(tierNote, tier),
    forget() {
      calls.clear();
      errors.clear();
      notes.forget(stops);
    },
  };
}

const name = 'applovin';
export const basePath = `/applovin/manage/${version.pinned}`;

export const endpoints: Endpoints = {
  ...campaignEndpoints,
  ...creativeSetEndpoints,
  ...assetEndpoints,
};
const endpointOf = createRouter(endpoints);

export function simulateApplovin(
  world: World,
  options: { readonly url?: string } = {},
): SimulatedPlatform {
  const limits = createLimits(world, name);
  const tokens = createTokens(world, name, tokenKind);
  let answers = 0;

  const authenticate = ({ token, account: id, method }: ApplovinCall): Entity => {
    const key = tokens.living(token);
    if (key === undefined) throw new Refusal(401, 'The key is not valid.');
    if (id === undefined || !/^\d+$/.test(id)) throw missing('account_id');
    const account = world.get(accountEntity(id));
    const isOpen = account?.kind === kinds.account && account.company === key.company;
    if (!isOpen || (method === 'POST' && key.data.main !== true))
      throw new Refusal(403, 'The key does not open this account.');
    return account;
  };

  return createShell<ApplovinCall, ApplovinFault>(world, {
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
      return isKnown ? call : new Response('', { status: 404, headers: traceOf(++answers) });
    },
    see: ({ method, path, account, token }) => ({
      method,
      path: `/${path}`,
      account,
      token,
      counted: `${method} ${path}`,
    }),
    carryOut(call, fired) {
      limits.count(call.account);
      const account = authenticate(call);
      const found = endpointOf(call.method, call.path);
      if (found === undefined || found === 'method')
        throw new Refusal(405, `The method ${call.method} is not supported here.`);
      checkKnown(call.params, found.route.known);
      const { params, files, base } = call;
      return { status: 200, body: found.route.run({ world, params, files, base, account, fired }) };
    },
    // Faults stand in headers; the body is not published.
    refuse: ({ status, code, message }) => ({
      status,
      body: null,
      text: '',
      headers: {
        'x-al-error-message': message,
        ...(code !== undefined && { 'x-al-error-code': String(code) }),
      },
    }),
    finish(answer, { account, path }, fired) {
      if (answer.status >= 400) limits.countError(account);
      if (path === 'asset/upload' && fired.has('file-refused')) limits.countError(account);
      const json = answer.text ?? JSON.stringify(answer.body);
      return {
        ...answer,
        text: fired.has('ids-as-numbers')
          ? json.replace(/"(id|campaign_id)":"(\d{6,15})"/g, '"$1":$2')
          : json,
        headers: { 'content-type': 'application/json', ...answer.headers, ...traceOf(++answers) },
      };
    },
  });
}

const traceOf = (number: number): Table<string> => ({
  'x-trace-id': `axon-${String(number).padStart(12, '0')}`,
});
