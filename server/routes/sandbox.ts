import { SlipwayError } from '../../core/errors.ts';
import type { Sandbox } from '../../core/ports/sandbox.ts';
import { faultRule, faultsAnswer, sandboxStateAnswer } from '../../core/schema/sandbox.ts';
import type { ServerPorts } from '../ports.ts';
import { route } from '../route.ts';

const tag = 'Sandbox';
const scope = 'operator';

function sandboxOf({ sandbox }: ServerPorts): Sandbox {
  if (sandbox !== undefined) return sandbox;
  throw new SlipwayError('not_found', 'This service works with real platforms; there is no sandbox to look into.');
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
    async run(ports, _caller, { body }) {
      const sandbox = sandboxOf(ports);
      const { known } = await sandbox.faults();
      if (known.some(({ name }) => name === body.fault)) return { success: true as const, ...(await sandbox.addFault(body)) };
      throw new SlipwayError('unprocessable_entity', 'There is no such fault.', {
        details: [{ path: 'fault', code: 'unknown_fault', message: 'GET /v1/sandbox/faults lists them.' }],
      });
    },
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
