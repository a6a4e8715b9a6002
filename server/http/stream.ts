/**
 * Up to this size an answer goes out in one piece, with its length: Bun sends streams without one.
 */
const WHOLE = 1024 * 1024;

export async function bodyOf(
  chunks: AsyncIterable<Uint8Array>,
  length: number,
): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>> {
  if (length > WHOLE) return streamOf(chunks);
  const bytes = new Uint8Array(length);
  let offset = 0;
  for await (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** An iteration as the body of an answer. A reader who goes away ends the iteration. */
export function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
