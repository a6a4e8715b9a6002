/** Like `Promise.all(items.map(work))`, with at most `width` at work at any time. Rejects with the first rejection. */
export async function mapBounded<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T, position: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const position = next;
      next += 1;
      results[position] = await work(items[position] as T, position);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return results;
}
