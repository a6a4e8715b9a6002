/**
 * `Promise.all(items.map(work))` with at most `width` at a time. Rejects with the first rejection,
 * and begins nothing after it. Nor does it once `stopping` says so: the results then lack the rest.
 */
export async function mapBounded<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T, position: number) => Promise<R>,
  stopping: () => boolean = () => false,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  // All workers draw from one iterator, so each item goes to one of them.
  const queue = items.entries();
  let isRejected = false;
  const worker = async (): Promise<void> => {
    for (const [position, item] of queue) {
      if (isRejected || stopping()) return;
      try {
        results[position] = await work(item, position);
      } catch (error) {
        isRejected = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return results;
}
