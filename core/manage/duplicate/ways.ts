import type { PlatformFailure } from '../../base/errors.ts';
import type { CopyRemedy, NativeCopies } from '../../ports/platform-changes.ts';
import type { How } from './records.ts';
import type { DuplicateState } from './state.ts';
import type { Tree } from './tree.ts';

const order: readonly How[] = ['deep', 'start', 'copy', 'rebuild'];

export function wayOf(
  tree: Tree,
  native: NativeCopies | undefined,
  state: Pick<DuplicateState, 'ways'>,
  sourceId: string,
): How {
  const node = tree.get(sourceId);
  if (native === undefined || node === undefined || !native.types.includes(node.source.type))
    return 'rebuild';
  const bySize = wayBySize(native.limits, node.below.length);
  const learned = state.ways.get(sourceId);
  const way =
    learned !== undefined && order.indexOf(learned) > order.indexOf(bySize) ? learned : bySize;
  if (way === 'start' && native.start !== undefined) return way;
  const answered = way === 'start' ? 'copy' : way;
  return answered === 'copy' && native.copy === undefined ? 'rebuild' : answered;
}

function wayBySize({ sync, async: background }: NativeCopies['limits'], below: number): How {
  if (below === 0) return 'copy';
  if (below <= sync) return 'deep';
  return below <= background ? 'start' : 'copy';
}

/** Objects that come along need no step of their own. */
export const takesAlong = (how: How | undefined): boolean => how === 'deep' || how === 'start';

/**
 * The way after a refused one, with the ways of objects below where the refusal says something
 * about them.
 */
export function nextWay(
  tree: Tree,
  sourceId: string,
  how: How,
  {
    failure,
    remedy,
  }: { readonly failure: PlatformFailure; readonly remedy?: CopyRemedy | undefined },
): { readonly [sourceId: string]: How } | undefined {
  if (how === 'rebuild' || ['blocked', 'auth'].includes(failure.class)) return undefined;
  if (remedy === 'recreate') return { [sourceId]: 'rebuild' };
  if (remedy === 'recreate-ads') {
    const ads = (tree.get(sourceId)?.below ?? []).filter(
      (id) => tree.get(id)?.source.type === 'ad',
    );
    return { [sourceId]: 'copy', ...Object.fromEntries(ads.map((id) => [id, 'rebuild' as const])) };
  }
  if (how === 'deep' && remedy === 'smaller') return { [sourceId]: 'start' };
  // One by one the platform may take what it refused as a whole, or show which objects it refuses.
  if (takesAlong(how)) return failure.class === 'missing' ? undefined : { [sourceId]: 'copy' };
  // The platform stumbles over some objects whenever it copies them; rebuilt they pass.
  return failure.class === 'transient' || failure.class === 'flaky'
    ? { [sourceId]: 'rebuild' }
    : undefined;
}
