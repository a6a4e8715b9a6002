import type { Outcome } from '../../../../core/ports/platform-launch.ts';
import type { Fail } from '../../kit/failures.ts';
import { text } from '../../kit/json.ts';
import type { Item } from '../wire/errors.ts';

export function outcomeOfItem(item: Item | undefined, fail: Fail): Outcome {
  const ref = item?.ok ? text(item.row.id) : undefined;
  if (ref !== undefined) return { state: 'done', ref };
  if (item === undefined || item.ok)
    return { state: 'unknown', failure: fail('transient', 'The platform answered without an id.') };
  return { state: item.maybeDone ? 'unknown' : 'failed', failure: item.failure };
}
