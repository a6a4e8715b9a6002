import { breaks } from '../base/refusal.ts';
import type { Document, Kind, Query, Store } from '../ports/store.ts';

export interface Room<T extends Document> {
  readonly kind: Kind<T>;
  readonly most: number;
  /** In a sentence and in the code: `ad copy templates`, `too_many_templates`. */
  readonly what: string;
  readonly code: string;
}

/**
 * Throws `unprocessable_entity` at the bound. Several made at the same moment may pass it: it only
 * keeps lists readable.
 */
export async function refuseBeyond<T extends Document>(
  store: Store,
  companyId: string,
  { kind, most, what, code }: Room<T>,
  query: Pick<Query<T>, 'where'> = {},
): Promise<void> {
  if ((await store.count(kind, companyId, query)) < most) return;
  const message = `A company may have ${most} ${what}, and yours has as many. Delete some that are not needed any more.`;
  throw breaks('', code, message);
}
