import { SlipwayError } from '../../core/errors.ts';
import type { Sandbox, SandboxFaults, SandboxRule } from '../../core/ports/sandbox.ts';
import type { Steps } from '../../core/records/once.ts';
import { faultRule, faultsAnswer, sandboxStateAnswer } from '../../core/schema/sandbox.ts';
import { route } from '../http/route.ts';
import type { ServerPorts } from '../ports.ts';

const tag = 'Sandbox';
const scope = 'operator';

function sandboxOf({ sandbox }: ServerPorts): Sandbox {
  if (sandbox !== undefined) return sandbox;
  throw new SlipwayError('not_found', 'This service works with real platforms; there is no sandbox to look into.');
}

type Faults = SandboxFaults & { readonly success: true };

/** A repetition of what was cut off adds the rule only where none like it is there. */
async function addFault(sandbox: Sandbox, rule: SandboxRule, steps: Steps<object, Faults>): Promise<Faults> {
  const { known, active, favourites } = await sandbox.faults();
  if (!known.some(({ name }) => name === rule.fault))
    throw new SlipwayError('unprocessable_entity', 'There is no such fault.', {
      details: [{ path: 'fault', code: 'unknown_fault', message: 'GET /v1/sandbox/faults lists them.' }],
    });
  const isLike = (other: object): boolean => Object.entries(rule).every(([name, value]) => Reflect.get(other, name) === value);
  const isThere = steps.begun !== undefined && active.some(isLike);
  if (steps.begun === undefined) await steps.begin({}, []);
  const answer: Faults = { success: true, ...(isThere ? { known, active, favourites } : await sandbox.addFault(rule)) };
  await steps.conclude(answer, []);
  return answer;
}

export const sandboxRoutes = [
  route({
    method: 'GET',
    path: '/v1/sandbox/state',
    tag,
    summary: 'What the simulated platforms have counted and hold',
    scope,
    response: sandboxStateAnswer,
    run: async (ports) => ({ success: true as const, ...(await sandboxOf(ports).state()) }),
  }),
  route({
    method: 'GET',
    path: '/v1/sandbox/faults',
    tag,
    summary: 'What can be made to go wrong, and what does at the moment',
    scope,
    response: faultsAnswer,
    run: async (ports) => ({ success: true as const, ...(await sandboxOf(ports).faults()) }),
  }),
  route({
    method: 'POST',
    path: '/v1/sandbox/faults',
    tag,
    summary: 'Make something go wrong at the simulated platforms',
    notes: 'For everybody on this installation, until it has fired `times` times or all faults are cleared.',
    scope,
    body: faultRule,
    response: faultsAnswer,
    status: 201,
    run: (ports, _caller, { body, once }) => once.inSteps((steps) => addFault(sandboxOf(ports), body, steps)),
  }),
  route({
    method: 'DELETE',
    path: '/v1/sandbox/faults',
    tag,
    summary: 'Let everything go right again',
    scope,
    response: faultsAnswer,
    run: async (ports) => ({ success: true as const, ...(await sandboxOf(ports).clearFaults()) }),
  }),
];
