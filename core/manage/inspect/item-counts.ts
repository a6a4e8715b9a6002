/** An answer succeeds when at least one item did. */
export function countsOf(items: readonly { readonly success: boolean }[]) {
  const successCount = items.filter(({ success }) => success).length;
  return { success: successCount > 0, successCount, failCount: items.length - successCount };
}
