import { PlatformError } from '../../../core/base/errors.ts';
import type {
  EditResult,
  EntityType,
  FailureClass,
  InspectCapability,
  PlatformFailure,
} from './ports.ts';
import type { Wire } from './wire.ts';

interface Changed {
  readonly id: string;
}

/** One after the other; a refusal is the result of its change alone. */
export async function editEach<C extends Changed>(
  changes: readonly C[],
  edit: (change: C) => Promise<unknown>,
): Promise<readonly EditResult[]> {
  const failed = new Map<C, PlatformFailure>();
  for (const change of changes) {
    const failure = await failureOf(() => edit(change));
    if (failure !== undefined) failed.set(change, failure);
  }
  return changes.map((change) => resultOf(change, failed.get(change)));
}

/** The changes with the types of their objects; unknown objects count as ads. */
export async function withTypes<C extends Changed & { readonly type?: EntityType }>(
  changes: readonly C[],
  read: (untyped: readonly C[]) => ReturnType<InspectCapability['entities']>,
): Promise<readonly (C & { readonly type: EntityType })[]> {
  const untyped = changes.filter(({ type }) => type === undefined);
  const known = new Map<string, EntityType>();
  for (const facts of untyped.length === 0 ? [] : await read(untyped))
    if ('type' in facts) known.set(facts.id, facts.type);
  return changes.map((change) => ({
    ...change,
    type: change.type ?? known.get(change.id) ?? 'ad',
  }));
}

/**
 * Says of objects that failed for one of these `reasons`, and that the platform does not know, that
 * they are missing.
 */
export async function nameMissing(
  wire: Wire,
  failed: Map<string, PlatformFailure>,
  reasons: readonly FailureClass[],
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, unknown>>,
): Promise<void> {
  const doubtful = [...failed]
    .filter(([, failure]) => reasons.includes(failure.class))
    .map(([id]) => id);
  if (doubtful.length === 0) return;
  const known = await read(doubtful);
  for (const id of doubtful) if (!known.has(id)) failed.set(id, wire.missing(id));
}

export const resultOf = ({ id }: Changed, failure: PlatformFailure | undefined): EditResult =>
  failure === undefined ? { id } : { id, failure };

export const editResults = (
  changes: readonly Changed[],
  failed: ReadonlyMap<string, PlatformFailure>,
): readonly EditResult[] => changes.map((change) => resultOf(change, failed.get(change.id)));

export async function failureOf(
  work: () => Promise<unknown>,
): Promise<PlatformFailure | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof PlatformError) return error.failure;
    throw error;
  }
}
