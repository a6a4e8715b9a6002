import type { Json, Table } from '../entity.ts';
import { FAULT_HEADER, FaultyRule, namedFaults } from '../fault-rule.ts';
import { createFaults, type FaultCall, type FaultOptions, type Fired } from '../faults.ts';
import { ConnectionCut, type SimulatedPlatform } from '../platform.ts';
import type { World } from '../world.ts';
import { createCallCounter } from './call-counter.ts';
import { type Damage, type FaultLibrary, play, Refused } from './faults.ts';
import type { Tokens } from './tokens.ts';

export interface Answer {
  readonly status: number;
  readonly body: Json;
  readonly headers?: Table<string>;
  /** Sent instead of `body` as JSON. */
  readonly text?: string;
  readonly damage?: Damage | undefined;
}

export interface SeenCall extends FaultCall {
  readonly token: string | undefined;
  /** Absent: not counted. */
  readonly counted?: string;
  /** Only rules with this very path hit it: a request of many calls. */
  readonly exactly?: boolean;
}

export interface CallBudget {
  /** The first is the default. */
  readonly tiers: readonly string[];
  setTier(tier: string): void;
  forget(): void;
}

/** `Fault` is a refusal as the platform words it. */
export interface Simulator<Call, Fault> extends FaultOptions {
  readonly name: string;
  readonly basePath: string;
  readonly faults: FaultLibrary<Fault>;
  readonly tokens: Tokens;
  readonly budget: CallBudget;
  /** A Response for unknown addresses. Throws `Refused`. */
  read(request: Request, mount: string): Promise<Call | Response>;
  /** Carries out what is due, before each request. */
  runDue?(call: Call): void | Promise<void>;
  see(call: Call): SeenCall;
  /** Effects of faults beyond the call. */
  mark?(call: Call, fired: Fired): void;
  /** Throws `Refused`. */
  carryOut(call: Call, fired: Fired): Answer | Promise<Answer>;
  refuse(fault: Fault, fired: Fired): Answer;
  /** Answered where a fault skips the call. */
  readonly unavailable: Fault;
  /** The code of a revoked token. */
  readonly revokedFor: number;
  /** Headers, and faults that change how it looks. */
  finish?(answer: Answer, call: Call, fired: Fired): Answer;
  /** Answered by gateways in front of the platform. Default: 502 Bad Gateway. */
  readonly htmlPage?: string;
}

export interface Outcome {
  readonly answer: Answer;
  readonly fired: Fired;
}

export interface Shell<Call> extends SimulatedPlatform {
  /** Never rejects for a refusal of the platform. `ordered`: faults beside those of rules. */
  run(call: Call, ordered?: Fired): Promise<Outcome>;
  /** Faults of a call that is never carried out. */
  fire(call: FaultCall): Fired;
}

const none: Fired = new Map();

const badGateway =
  '<html><head><title>502 Bad Gateway</title></head><body>502 Bad Gateway</body></html>';

/**
 * What all simulators have in common: faults are fired, the call is carried out late, or not, or
 * spoilt, counted and answered.
 *
 * @example
 * import { commonFaults, createLimits, createShell, createTokens, Refused, type World } from 'slipway-sandbox/kit';
 *
 * type Fault = { readonly status: number };
 * const refused = (status: number) => new Refused<Fault>({ status }, `The platform says ${status}.`);
 *
 * // A platform that answers every call with the same.
 * export const createPlatform = (world: World) =>
 *   createShell<{ readonly path: string; readonly token: string }, Fault>(world, {
 *     name: 'kite',
 *     basePath: '/kite',
 *     revokedFor: 401,
 *     unavailable: { status: 503 },
 *     htmlPage: '<p>Out of order',
 *     tokens: createTokens(world, 'kite', { kind: '.kite_tokens', idOf: (token) => `kite:${token}` }),
 *     budget: createLimits(world, 'kite', {}, () => refused(429)),
 *     faults: commonFaults<Fault>({ system: { status: 500 }, known: '500', any: { status: 400 }, takes: 'status' }),
 *     read: async (request) => ({
 *       path: new URL(request.url).pathname,
 *       token: request.headers.get('authorization') ?? '',
 *     }),
 *     see: ({ path, token }) => ({ method: 'GET', path, account: undefined, token, counted: path }),
 *     carryOut: () => ({ status: 200, body: { ads: [] } }),
 *     refuse: ({ status }) => ({ status, body: {} }),
 *   });
 */
export function createShell<Call, Fault extends object>(
  world: World,
  simulator: Simulator<Call, Fault>,
): Shell<Call> {
  const { name, tokens, budget, faults: library } = simulator;
  const faults = createFaults(library, world, name, simulator);
  const calls = createCallCounter(world, name);

  const tried = async (
    call: Call,
    fired: Fired,
  ): Promise<{ readonly answer: Answer; readonly isRefused: boolean }> => {
    try {
      return { answer: await simulator.carryOut(call, fired), isRefused: false };
    } catch (error) {
      if (error instanceof Refused)
        return { answer: simulator.refuse(error.fault, fired), isRefused: true };
      throw error;
    }
  };

  const run = async (call: Call, ordered = none): Promise<Outcome> => {
    const seen = simulator.see(call);
    if (seen.counted !== undefined) calls.count(seen.counted);
    const scripted = namedFaults(
      library,
      world.manners.script?.({ platform: name, ...seen }) ?? '',
    );
    const fired = new Map([...faults.fire(seen, seen.exactly), ...scripted, ...ordered]);
    const revoking = fired.get('token-revoked');
    if (revoking !== undefined && seen.token !== undefined)
      tokens.revoke(seen.token, Number(revoking.subcode ?? simulator.revokedFor));
    simulator.mark?.(call, fired);
    const { skip, refusal, damage, lateMs } = play(library, fired);
    if (lateMs > 0) await world.sleep(lateMs);
    const carried = skip ? undefined : await tried(call, fired);
    // The platform's own refusal comes before a fault's.
    const isSpoilt = carried === undefined || (refusal !== undefined && !carried.isRefused);
    const answer = isSpoilt
      ? simulator.refuse(refusal ?? simulator.unavailable, fired)
      : carried.answer;
    const finished = simulator.finish?.(answer, call, fired) ?? answer;
    return { answer: { ...finished, damage: damage ?? finished.damage }, fired };
  };

  const respond = ({ status, body, headers, text }: Answer): Response =>
    // 204 has no body.
    new Response(status === 204 ? null : (text ?? JSON.stringify(body)), {
      status,
      headers: {
        'content-type': 'application/json; charset=UTF-8',
        date: new Date(world.now()).toUTCString(),
        ...headers,
      },
    });

  const deliver = async (answer: Answer): Promise<Response> => {
    const { damage } = answer;
    switch (damage?.kind) {
      case 'cut':
        throw new ConnectionCut();
      case 'html':
        return new Response(simulator.htmlPage ?? badGateway, {
          status: damage.status ?? 502,
          headers: { 'content-type': 'text/html; charset=utf-8' },
        });
      case 'empty':
        return new Response('', { status: damage.status ?? 200 });
      case 'status-200':
        return respond({ ...answer, status: 200 });
      case 'slow':
        await world.sleep(damage.ms ?? 0);
    }
    return respond(answer);
  };

  const clearFaults = () => {
    faults.clear();
    tokens.restore();
    budget.forget();
  };

  return {
    name,
    faultKinds: library,
    tiers: budget.tiers,
    run,
    fire: (call) => faults.fire(call),
    async fetch(request, mount) {
      try {
        const ordered = namedFaults(library, request.headers.get(FAULT_HEADER) ?? '');
        const call = await simulator.read(request, mount);
        if (call instanceof Response) return call;
        await simulator.runDue?.(call);
        const { answer } = await run(call, ordered);
        world.flush();
        return await deliver(answer);
      } catch (error) {
        // A header or a script names a fault that this platform does not know.
        if (error instanceof FaultyRule)
          return Response.json({ error: error.message }, { status: 400 });
        if (error instanceof Refused) return respond(simulator.refuse(error.fault, none));
        throw error;
      }
    },
    addFault: (rule) => faults.add(rule),
    clearFaults,
    faults: () => faults.rules(),
    setTier: (tier) => budget.setTier(tier),
    counters: () => calls.counters(),
    clearCounters: () => calls.clear(),
    clear() {
      clearFaults();
      calls.clear();
      budget.setTier(budget.tiers[0] ?? '');
    },
  };
}
