import { withoutTrailing } from '../../../core/schema/trimmed.ts';
import { createCallCounter } from '../call-counter.ts';
import { createFaults } from '../faults.ts';
import { ConnectionCut, type SimulatedPlatform } from '../platform.ts';
import { createRevocations } from '../revocations.ts';
import type { World } from '../world.ts';
import type { HttpDamage } from './faults/kinds.ts';
import { faultLibrary } from './faults/library.ts';
import { playBefore } from './faults/play.ts';
import { runDue } from './graph/async-run.ts';
import { runBatch } from './graph/batch.ts';
import { type Api, errorAnswer, runCall, unavailable } from './graph/calls.ts';
import { GraphError } from './graph/errors.ts';
import type { Answer, Call } from './graph/graph.ts';
import { nodeTypes } from './graph/node-types.ts';
import { given } from './graph/params.ts';
import { authenticate, checkProof } from './graph/tokens.ts';
import { readRequest } from './graph/transport.ts';
import { createUsage, tiers } from './graph/usage.ts';

const name = 'meta';

/** The simulated Marketing API over a world. */
export function simulateMeta(world: World, options: { readonly url?: string } = {}): SimulatedPlatform {
  const faults = createFaults(faultLibrary, world, name, {
    basePath: '/meta',
    accountOf: (account) => account.replace(/^act_/, ''),
  });
  let traces = 0;
  const api: Api = {
    world,
    types: nodeTypes(),
    faults,
    usage: createUsage(world, name),
    revoked: createRevocations(world, name),
    reports: new Map(),
    calls: createCallCounter(world, name),
    trace: () => `A${withoutTrailing(btoa(`${world.seed}.${++traces}`), '=')}`,
  };

  return {
    name,
    faultKinds: faultLibrary,
    tiers: Object.keys(tiers),
    async fetch(request, mount) {
      let call: Call;
      try {
        call = await readRequest(request, mount, options.url);
        checkProof(call);
      } catch (error) {
        if (error instanceof GraphError) return respond(errorAnswer(api, error.fault, new Map()));
        throw error;
      }
      await runDue(api, call.base);
      const { answer, damage } = await carryOut(api, call);
      world.flush();
      return deliver(api, answer, damage);
    },
    addFault: (rule) => faults.add(rule),
    clearFaults() {
      faults.clear();
      api.revoked.clear();
      api.usage.clear();
    },
    faults: () => faults.rules(),
    setTier: (tier) => api.usage.setTier(tier),
    counters: () => api.calls.counters(),
    clearCounters: () => api.calls.clear(),
    clear() {
      faults.clear();
      api.revoked.clear();
      api.calls.clear();
      api.usage.clear();
      api.usage.setTier('generous');
    },
  };
}

interface Carried {
  readonly answer: Answer;
  readonly damage: HttpDamage | undefined;
}

async function carryOut(api: Api, call: Call): Promise<Carried> {
  if (call.path.length === 0 && given(call.params, 'batch')) return carryOutBatch(api, call);
  const { answer, played } = await runCall(api, rooted(call));
  // Outside a batch there is no such thing as an empty place: the platform says it timed out.
  return { answer: answer ?? errorAnswer(api, unavailable, new Map()), damage: played.http };
}

/** Requests to the root are told apart by what they carry. */
function rooted(call: Call): Call {
  if (call.path.length > 0) return call;
  if (given(call.params, 'asyncbatch')) return { ...call, path: ['asyncbatch'] };
  return given(call.params, 'ids') ? { ...call, path: ['ids'] } : call;
}

/** The request as a whole can be hit too, by faults that name the path `/batch`. */
async function carryOutBatch(api: Api, call: Call): Promise<Carried> {
  const fired = api.faults.fire({ method: 'POST', path: '/batch', account: undefined }, true);
  const played = playBefore(api, call, undefined, fired);
  if (played.delayBeforeMs > 0) await api.world.sleep(played.delayBeforeMs);
  if (played.skip) return { answer: errorAnswer(api, played.error ?? unavailable, fired), damage: played.http };
  try {
    authenticate(api.world, call, api.revoked);
    const { body, damage, account } = await runBatch(api, call);
    const headers = { ...api.usage.headers(account, false), 'facebook-api-version': call.version };
    const answer = played.error === undefined ? { status: 200, body, headers } : errorAnswer(api, played.error, fired);
    return { answer, damage: played.http ?? damage };
  } catch (error) {
    if (error instanceof GraphError) return { answer: errorAnswer(api, error.fault, fired), damage: undefined };
    throw error;
  }
}

/** Sends the answer as it is, or as the damage it suffered leaves it. */
async function deliver(api: Api, answer: Answer, damage: HttpDamage | undefined): Promise<Response> {
  switch (damage?.kind) {
    case undefined:
      return respond(answer);
    case 'cut':
      throw new ConnectionCut();
    case 'slow':
      await api.world.sleep(damage.delayMs ?? 0);
      return respond(answer);
    case 'html':
      return new Response(
        '<!DOCTYPE html><html><head><title>Error</title></head><body><h1>Sorry, something went wrong.</h1></body></html>',
        {
          status: damage.status ?? 502,
          headers: { 'content-type': 'text/html; charset=utf-8' },
        },
      );
    case 'empty':
      return new Response('', { status: damage.status ?? 200 });
    default:
      return respond({ ...answer, status: 200 });
  }
}

const respond = (answer: Answer): Response =>
  new Response(JSON.stringify(answer.body), {
    status: answer.status,
    headers: { 'content-type': 'application/json; charset=UTF-8', ...answer.headers },
  });
