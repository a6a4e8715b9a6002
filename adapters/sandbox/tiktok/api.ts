import { createCallCounter } from '../call-counter.ts';
import { createFaults, type Faults, type Fired } from '../faults.ts';
import { ConnectionCut, type SimulatedPlatform } from '../platform.ts';
import { createRevocations } from '../revocations.ts';
import type { Json, JsonObject, World } from '../world.ts';
import { runDueCopies } from './copies.ts';
import { endpoints } from './endpoints.ts';
import { type Damage, faultLibrary, type PlayedRefusal } from './fault-library.ts';
import { createLimits, tierNames } from './limits.ts';
import { checkKnown } from './params.ts';
import { Refusal } from './refusals.ts';
import { readCall, type TiktokCall } from './transport.ts';
import { type Endpoint, tokenId } from './turn.ts';

const name = 'tiktok';
/** The code of a token that was taken back. */
const revokedCode = 40105;

/** The simulated TikTok API for Business, v1.3, over a world. */
export function simulateTiktok(world: World, options: { readonly url?: string } = {}): SimulatedPlatform {
  const faults: Faults = createFaults(faultLibrary, world, name, { basePath: '/tiktok/open_api/v1.3' });
  const limits = createLimits(world, name);
  const calls = createCallCounter(world, name);
  const revoked = createRevocations(world, name);
  let requests = 0;

  return {
    name,
    faultKinds: faultLibrary,
    tiers: tierNames,
    async fetch(request, mount) {
      const call = await readCall(request, mount, options.url);
      const endpoint = call && endpoints[call.path];
      // The one thing that is no envelope: an address without its last slash, or that is none of the platform's.
      if (call === undefined || endpoint === undefined) return new Response('404 page not found', { status: 404 });
      requests += 1;
      runDueCopies(world);
      calls.count(`${call.method} ${call.path}`);
      const response = await answer(call, endpoint);
      world.flush();
      return response;
    },
    addFault: (rule) => faults.add(rule),
    clearFaults() {
      faults.clear();
      revoked.clear();
    },
    faults: () => faults.rules(),
    counters: () => calls.counters(),
    clearCounters: () => calls.clear(),
    clear() {
      faults.clear();
      revoked.clear();
      calls.clear();
      limits.clear();
    },
    setTier: (tier) => limits.setTier(tier),
  };

  async function answer(call: TiktokCall, endpoint: Endpoint): Promise<Response> {
    const fired = faults.fire({ method: call.method, path: `/${call.path}`, account: call.account });
    const played = play(fired);
    if (fired.has('token-revoked') && call.token !== undefined) revoked.revoke(call.token, revokedCode);
    if (played.lateMs > 0) await world.sleep(played.lateMs);
    const body = played.skip ? envelope(played.refusal ?? ok, {}) : carryOut(call, endpoint, fired);
    const shown = played.refusal === undefined ? body : envelope(played.refusal, {});
    return deliver(shown, played.damage, fired);
  }

  function carryOut(call: TiktokCall, endpoint: Endpoint, fired: Fired): JsonObject {
    try {
      limits.count(call.path);
      const company = authenticate(call);
      if (call.method !== endpoint.method) throw new Refusal(40006, `The method ${call.method} is not supported here.`);
      checkKnown(call.params, ['advertiser_id', ...endpoint.known]);
      const data = endpoint.run({ world, params: call.params, files: call.files, base: call.base, company, fired });
      return envelope(fired.has('partial') ? partial : ok, data);
    } catch (error) {
      if (error instanceof Refusal) return envelope(error, {});
      throw error;
    }
  }

  /** The token in its own header opens one company; one without the right to change is refused when it tries. */
  function authenticate({ token, method }: TiktokCall): string {
    if (token === undefined) throw new Refusal(40104, 'Access token is null in the header.');
    const entity = revoked.reasonOf(token) !== undefined ? undefined : world.get(tokenId(token));
    if (entity === undefined) throw new Refusal(revokedCode, 'Access token is incorrect or has been revoked.');
    if (method === 'POST' && entity.data.main !== true)
      throw new Refusal(40001, 'Permission error: The access token lacks the required scope for this endpoint.');
    return entity.company;
  }

  function envelope({ code, message }: PlayedRefusal, data: Json): JsonObject {
    const stamp = new Date(world.now()).toISOString().replace(/\D/g, '').slice(0, 14);
    return { code, message, request_id: `${stamp}${String(requests).padStart(18, '0')}`, data };
  }

  async function deliver(
    body: JsonObject,
    damage: (Damage & { readonly ms: number }) | undefined,
    fired: Fired,
  ): Promise<Response> {
    switch (damage?.kind) {
      case 'cut':
        world.flush();
        throw new ConnectionCut();
      case 'html':
        return new Response('<html><head><title>502 Bad Gateway</title></head><body>502 Bad Gateway</body></html>', {
          status: damage.status ?? 502,
          headers: { 'content-type': 'text/html' },
        });
      case 'empty':
        return new Response('', { status: 200 });
      case 'slow':
        world.flush();
        await world.sleep(damage.ms);
        break;
      case undefined:
        break;
    }
    const json = JSON.stringify(body);
    return new Response(fired.has('ids-as-numbers') ? json.replace(/"(\d{16,19})"/g, '$1') : json, {
      headers: {
        'content-type': 'application/json',
        date: new Date(world.now()).toUTCString(),
        ...(fired.has('report-truncated') ? { 'x-tt-ads-throttle': '20000' } : {}),
      },
    });
  }
}

const ok: PlayedRefusal = { code: 0, message: 'OK' };
const partial: PlayedRefusal = { code: 20001, message: 'Partial success' };

interface Played {
  readonly skip: boolean;
  readonly refusal: PlayedRefusal | undefined;
  readonly damage: (Damage & { readonly ms: number }) | undefined;
  readonly lateMs: number;
}

/** What the faults that hit a call do to it. */
function play(fired: Fired): Played {
  let played: Played = { skip: false, refusal: undefined, damage: undefined, lateMs: 0 };
  for (const [name, options] of fired) {
    const fault = faultLibrary[name];
    if (fault === undefined) continue;
    const ms = Number(options.ms ?? 90_000);
    const stated = {
      ...(typeof options.code === 'number' && { code: options.code }),
      ...(typeof options.message === 'string' && { message: options.message }),
    };
    played = {
      skip: played.skip || fault.effect === 'none',
      refusal: played.refusal ?? (fault.refusal && { ...fault.refusal, ...stated }),
      damage: fault.http === undefined ? played.damage : { ...fault.http, ms },
      lateMs: fault.late === true ? ms : played.lateMs,
    };
  }
  return played;
}
