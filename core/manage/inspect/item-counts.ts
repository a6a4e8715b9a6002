/** How many items of an answer succeeded; the answer succeeds when at least one of them did. */
export function countsOf(items: readonly { readonly success: boolean }[]) {
  const successCount = items.filter(({ success }) => success).length;
  return { success: successCount > 0, successCount, failCount: items.length - successCount };
}
