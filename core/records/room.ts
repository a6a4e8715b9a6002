import { SlipwayError } from '../base/errors.ts';
import type { Document, Kind, Query, Store } from '../ports/store.ts';

/** What a company may have only so many of, because some list of them is read whole. */
export interface Room<T extends Document> {
  readonly kind: Kind<T>;
  readonly most: number;
  /** In a sentence and in the code: `ad copy templates`, `too_many_templates`. */
  readonly what: string;
  readonly code: string;
}

/**
 * Throws `unprocessable_entity` when there are as many as there may be. Of several that are made at the same
 * moment each may still pass: the bound is for lists to be read, not to the last one.
 */
export async function refuseBeyond<T extends Document>(
  store: Store,
  companyId: string,
  { kind, most, what, code }: Room<T>,
  query: Pick<Query<T>, 'where'> = {},
): Promise<void> {
  if ((await store.count(kind, companyId, query)) < most) return;
  const message = `A company may have ${most} ${what}, and yours has as many. Delete some that are not needed any more.`;
  throw new SlipwayError('unprocessable_entity', message, { details: [{ path: '', code, message }] });
}
