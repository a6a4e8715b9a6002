import type { PlatformFailure } from '../../../../core/base/errors.ts';
import type { EntityType } from '../../../../core/ports/platform-accounts.ts';

/** Code 100 without a subcode, or 2500: objects of this type do not have a field or an edge. */
export const isOtherType = ({ code, subcode }: PlatformFailure): boolean =>
  (code === '100' && subcode === undefined) || code === '2500';

const words: { readonly [T in EntityType]: string } = { campaign: 'campaign', adset: 'ad set', ad: 'ad' };

/** The platform speaks of fields; the id stands for something else. */
export function asMissing(failure: PlatformFailure, type: EntityType): PlatformFailure {
  if (!isOtherType(failure)) return failure;
  const message = `There is no ${words[type]} with this id: it stands for something else.`;
  return { ...failure, class: 'missing', message, fix: 'Check the id and what it is said to be.' };
}
