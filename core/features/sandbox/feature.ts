import { SlipwayError } from '../../base/errors.ts';
import { breaks } from '../../base/refusal.ts';
import { success } from '../../base/schema/envelope.ts';
import { feature } from '../../operations/feature.ts';
import { operation } from '../../operations/operation.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { Sandbox, SandboxFaults, SandboxRule } from '../../ports/sandbox.ts';
import type { Steps } from '../../records/once.ts';
import { faultRule, faultsAnswer, sandboxStateAnswer } from './schema.ts';

const topic = 'Sandbox';
const scope = 'operator';

function sandboxOf({ sandbox }: ServicePorts): Sandbox {
  if (sandbox !== undefined) return sandbox;
  throw new SlipwayError(
    'not_found',
    'This service works with real platforms; there is no sandbox to look into.',
  );
}

type Faults = SandboxFaults & { readonly success: true };

/** A repetition of a request that was cut off adds the rule only where none is like it. */
async function addFault(
  sandbox: Sandbox,
  rule: SandboxRule,
  steps: Steps<object, Faults>,
): Promise<Faults> {
  const { known, active, favourites } = await sandbox.faults();
  if (!known.some(({ name }) => name === rule.fault))
    throw breaks('fault', 'unknown_fault', 'There is no such fault.');
  const isLike = (other: object) =>
    Object.entries(rule).every(([name, value]) => Reflect.get(other, name) === value);
  const isThere = steps.begun !== undefined && active.some(isLike);
  if (steps.begun === undefined) await steps.begin({}, []);
  const answer: Faults = {
    success: true,
    ...(isThere ? { known, active, favourites } : await sandbox.addFault(rule)),
  };
  await steps.conclude(answer, []);
  return answer;
}

const sandboxOperations = [
  operation({
    name: 'sandbox.state',
    place: 'GET /v1/sandbox/state',
    topic,
    summary: 'What the simulated platforms have counted and hold',
    scope,
    output: sandboxStateAnswer,
    run: async (ports) => success(await sandboxOf(ports).state()),
  }),
  operation({
    name: 'sandbox.faults',
    place: 'GET /v1/sandbox/faults',
    topic,
    summary: 'What can be made to go wrong, and what does at the moment',
    scope,
    output: faultsAnswer,
    run: async (ports) => success(await sandboxOf(ports).faults()),
  }),
  operation({
    name: 'sandbox.addFault',
    // Each simulated platform has options of its own.
    isStrict: false,
    place: { method: 'POST', path: '/v1/sandbox/faults', status: 201 },
    topic,
    summary: 'Make something go wrong at the simulated platforms',
    description:
      'For everybody on this installation, until it has fired `times` times or all faults are cleared.',
    scope,
    preview: 'quiet',
    input: faultRule,
    example: { fault: 'error', path: '*/nothing' },
    output: faultsAnswer,
    run: (ports, _caller, { input, once }) =>
      once.inSteps<object, Faults>((steps) => addFault(sandboxOf(ports), input, steps)),
  }),
  operation({
    name: 'sandbox.clearFaults',
    place: 'DELETE /v1/sandbox/faults',
    topic,
    summary: 'Clear all faults',
    scope,
    preview: 'quiet',
    idempotency: 'repeatable',
    output: faultsAnswer,
    run: async (ports) => success(await sandboxOf(ports).clearFaults()),
  }),
] as const;

export const sandbox = feature({
  name: 'sandbox',
  topics: { Sandbox: 'The simulated platforms: rehearse, and make things go wrong on purpose.' },
  operations: sandboxOperations,
});
