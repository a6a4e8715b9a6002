import { wholeOf } from './outcomes.ts';

/** An answer succeeds when at least one item did. */
export function countsOf(items: readonly { readonly success: boolean }[]) {
  const successCount = items.filter(({ success }) => success).length;
  return { success: successCount > 0, successCount, failCount: items.length - successCount };
}

/** The same of items that were changed. */
export const changedCounts = (items: readonly { readonly success: boolean }[]) => ({
  ...countsOf(items),
  outcome: wholeOf(items.map(({ success }) => success)),
});
