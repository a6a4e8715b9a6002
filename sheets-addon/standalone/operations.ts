import { accountOperations } from '../../core/operations/accounts.ts';
import { batchOperations } from '../../core/operations/batches.ts';
import { launchOperations } from '../../core/operations/launch.ts';
import type { Operation } from '../../core/operations/operation.ts';
import { reportOperations } from '../../core/operations/reports.ts';
import { sheetOperations } from '../../core/operations/sheets.ts';
import { updateOperations } from '../../core/operations/update.ts';
import type { PlatformDefinition } from '../../core/ports/platform-definition.ts';
import type { UsedOperation } from '../operations.ts';

/** The operations of a sheet that core carries out right here. */
export function localOperation(name: UsedOperation, definitions: readonly PlatformDefinition[]): Operation | undefined {
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
