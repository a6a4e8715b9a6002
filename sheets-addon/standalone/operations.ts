import { accountOperations } from '../../core/features/connections/operations.ts';
import { batchOperations, launchOperations } from '../../core/features/launch/operations.ts';
import { updateOperations } from '../../core/features/manage/update.ts';
import type { OperationName } from '../../core/features/registry.ts';
import { reportOperations } from '../../core/features/reports/operations.ts';
import { sheetOperations } from '../../core/features/row-claims/operations.ts';
import type { Operation } from '../../core/operations/operation.ts';
import type { PlatformDefinition } from '../../core/ports/platform-definition.ts';

/** The operations that the script carries out itself, through core. */
export function localOperation(name: OperationName, definitions: readonly PlatformDefinition[]): Operation | undefined {
  const operations: readonly Operation[] = [
    ...launchOperations,
    ...batchOperations,
    ...sheetOperations,
    ...accountOperations,
    ...reportOperations,
    ...updateOperations(definitions),
  ];
  return operations.find((each) => each.name === name);
}
