import type { Caller } from '../core/access/caller.ts';
import { operationsFor } from '../core/features/registry.ts';
import { carryOut, partsOf, refuseWithoutRight } from '../core/operations/carry-out.ts';
import type { AssembledPorts } from '../core/operations/feature.ts';
import { type CallOptions, groupedByName, type Operation } from '../core/operations/operation.ts';
import type { ServicePorts } from '../core/operations/ports.ts';
import { onceFor } from './http/idempotent.ts';
import type { AllOperations } from './operations.ts';
import { doors, inWords } from './words.ts';

/**
 * Carries out a call that did not come over HTTP. Its Idempotency-Key is that of the route: a
 * request there and a call here with the same key are one. Refusals name operations where those
 * over HTTP name addresses.
 */
export async function invoke(
  ports: ServicePorts,
  operation: Operation,
  caller: Caller,
  { input: given = {}, idempotencyKey }: CallOptions & { readonly input?: unknown } = {},
): Promise<unknown> {
  try {
    refuseWithoutRight(caller, operation);
    const parts = partsOf(operation, given);
    const { method, path } = operation.place;
    const key = method === 'POST' ? idempotencyKey : undefined;
    const { options = {}, input = {} } = parts;
    const said =
      Object.keys(options as object).length === 0 ? input : { query: options, body: input };
    return await carryOut(ports, operation, caller, parts, (meaning = said as object) => {
      // Of a subject that was parsed before: ids are texts and numbers.
      const params =
        operation.subject && (parts.subject as { readonly [name: string]: string | number });
      return onceFor(ports, caller.companyId, key, { path, params, body: meaning });
    });
  } catch (error) {
    throw inWords(error, doors.calls);
  }
}

export function operationsOf(ports: AssembledPorts, caller: Caller): AllOperations {
  const verbs = groupedByName(
    operationsFor(Object.values(ports.platforms), ports.features),
    (operation) => (input?: unknown, options?: CallOptions) =>
      invoke(ports, operation, caller, { input, ...options }),
  );
  // A function for each operation there is: the type is made from the same declarations.
  return verbs as unknown as AllOperations;
}
