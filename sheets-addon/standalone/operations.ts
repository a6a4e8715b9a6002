import type { OperationName } from '../../core/features/registry.ts';
import type { Operation } from '../../core/operations/operation.ts';
import type { PlatformDefinition } from '../../core/ports/platform-definition.ts';
import { features } from './features.ts';

/** The operations that the script carries out itself, through core. */
export function localOperation(
  name: OperationName,
  definitions: readonly PlatformDefinition[],
): Operation | undefined {
  const others = { definitions, operations: [], features: [] };
  const all = features.flatMap(({ operations = [] }) =>
    typeof operations === 'function' ? operations(others) : operations,
  );
  return all.find((each) => each.name === name);
}
