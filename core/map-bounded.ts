/** Like `Promise.all(items.map(work))`, with at most `width` at work at any time. Rejects with the first rejection. */
export async function mapBounded<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T, position: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  // All workers draw from the same iterator, so each item goes to one of them.
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [position, item] of queue) results[position] = await work(item, position);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return results;
}
