import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/store.ts';
import { type Forgotten, forgetExpired } from '../../records/expired.ts';
import { executionKind, memoryKind } from './records.ts';

const DAY_MS = 86_400_000;
const KEPT_MS = 400 * DAY_MS;
/** More than any guard looks back at. */
const REMEMBERED_MS = 60 * DAY_MS;

export async function forgetRuns(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  companyId: string,
): Promise<Forgotten> {
  const runs = await forgetExpired(store, executionKind, companyId, { by: 'createdAt', before: clock.now() - KEPT_MS });
  const memory = await forgetExpired(store, memoryKind, companyId, { by: 'at', before: clock.now() - REMEMBERED_MS });
  return runs === 'more' ? runs : memory;
}
