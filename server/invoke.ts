import type { Caller } from '../core/access/caller.ts';
import { definitionsOf } from '../core/accounts/find-account.ts';
import { carryOut, partsOf, refuseWithoutScope } from '../core/operations/carry-out.ts';
import { type OperationName, type Operations, operationsFor } from '../core/operations/index.ts';
import { type CallOptions, groupedByName, type Operation } from '../core/operations/operation.ts';
import type { ServicePorts } from '../core/operations/ports.ts';
import { onceFor } from './http/idempotent.ts';
import { placeOf } from './routes/table.ts';

/** Told when an answer is that of an earlier call under the same key. */
type OnReplay = () => void;

/**
 * Carries out a call that did not come over HTTP. Its Idempotency-Key is that of the route: a request there and a call
 * here with the same key are one.
 */
export async function invoke(
  ports: ServicePorts,
  operation: Operation & { readonly name: OperationName },
  caller: Caller,
  given: unknown,
  { idempotencyKey }: CallOptions = {},
  onReplay?: OnReplay,
): Promise<unknown> {
  refuseWithoutScope(caller, operation.scope);
  const parts = partsOf(operation, given ?? {});
  const { method, path } = placeOf(operation.name);
  const key = method === 'POST' ? idempotencyKey : undefined;
  const { options = {}, input = {} } = parts;
  const said = Object.keys(options as object).length === 0 ? input : { query: options, body: input };
  return carryOut(ports, operation, caller, parts, (meaning = said as object) => {
    // Of a subject that was parsed before: ids are texts and numbers.
    const params = operation.subject && (parts.subject as { readonly [name: string]: string | number });
    return onceFor(ports, caller.companyId, key, { path, params, body: meaning }, onReplay);
  });
}

/** Every operation as a function of one caller. */
export function operationsOf(ports: ServicePorts, caller: Caller): Operations {
  const operations = operationsFor(Object.values(definitionsOf(ports.platforms)));
  return groupedByName(
    operations,
    (operation) => (input?: unknown, options?: CallOptions) => invoke(ports, operation, caller, input, options),
  );
}
