/** Thrown when there is more to read than was agreed to. */
export class Oversized extends Error {
  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`);
    this.name = 'Oversized';
  }
}

/**
 * The body of an answer as text, read as it arrives and no further than `maxBytes`: whoever answers decides
 * how much there is, and all of it would be held in memory. Throws `Oversized`, with the connection let go.
 */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  // What is declared counts until there is something to count.
  let bytes = Number(response.headers.get('content-length') ?? 0);
  for (let read = 0; bytes <= maxBytes; bytes = read) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    read += value.length;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel().catch(() => undefined);
  throw new Oversized(maxBytes);
}
