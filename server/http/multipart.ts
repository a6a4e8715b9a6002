import { Buffer } from 'node:buffer';
import { SlipwayError } from '../../core/base/errors.ts';

export interface Part {
  readonly name: string;
  /** Present when the part is a file; may be anything, the empty text included. */
  readonly filename?: string;
  /** The content as it arrives. What is not read before the next part is asked for is skipped. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

const MAX_HEADERS = 16 * 1024;
const MAX_PARTS = 50;

/** The boundary a Content-Type names, or undefined when the body is not multipart/form-data. */
export function boundaryOf(contentType: string | null): string | undefined {
  if (!/^multipart\/form-data\s*;/i.test(contentType ?? '')) return undefined;
  const match = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType ?? '');
  return match?.[1] ?? match?.[2];
}

/**
 * The parts of a multipart/form-data body, one after the other, without ever holding more than a
 * chunk and a boundary. Throws `bad_request` when the body is not what it claims to be.
 */
export async function* readMultipart(
  body: AsyncIterator<Uint8Array>,
  boundary: string,
): AsyncGenerator<Part> {
  // Every boundary but the first follows a line break; with one put in front, all look alike.
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  let buffer: Buffer = Buffer.from('\r\n');

  const pull = async (): Promise<void> => {
    const { done, value } = await body.next();
    if (done) throw malformed('it ends in the middle of a part');
    buffer =
      buffer.length === 0
        ? Buffer.from(value.buffer, value.byteOffset, value.length)
        : Buffer.concat([buffer, value]);
  };

  async function* until(mark: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const found = buffer.indexOf(mark);
      const ready = found >= 0 ? found : Math.max(0, buffer.length - mark.length + 1);
      const piece = buffer.subarray(0, ready);
      buffer = buffer.subarray(found >= 0 ? found + mark.length : ready);
      if (piece.length > 0) yield piece;
      if (found >= 0) return;
      await pull();
    }
  }

  const text = async (mark: string): Promise<string> => {
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of until(Buffer.from(mark))) {
      length += piece.length;
      if (length > MAX_HEADERS) throw malformed('a part has too many headers');
      pieces.push(Buffer.from(piece));
    }
    return Buffer.concat(pieces).toString('utf8');
  };

  await skip(until(delimiter));
  for (let parts = 0; ; parts++) {
    while (buffer.length < 2) await pull();
    if (buffer.subarray(0, 2).toString('latin1') === '--') return;
    if (parts === MAX_PARTS) throw malformed(`it has more than ${MAX_PARTS} parts`);
    const headers = await text('\r\n\r\n');
    const chunks = until(delimiter);
    yield { ...describe(headers), chunks };
    await skip(chunks);
  }
}

async function skip(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of chunks);
}

function describe(headers: string): { readonly name: string; readonly filename?: string } {
  const disposition = dispositionIn(headers);
  const name = parameter(disposition, NAME);
  if (name === undefined) throw malformed('a part has no name');
  const extended = /;\s*filename\*=utf-8''([^;\s]*)/i.exec(disposition)?.[1];
  const filename =
    (extended === undefined ? undefined : decoded(extended)) ?? parameter(disposition, FILENAME);
  return filename === undefined ? { name } : { name, filename };
}

function dispositionIn(headers: string): string {
  for (const line of headers.split('\n')) {
    const [start] = /^content-disposition:\s{0,99}form-data\s{0,99}(?=;)/i.exec(line) ?? [];
    if (start !== undefined) return line.slice(start.length).trimEnd();
  }
  return '';
}

/** A quote that is never closed ends with the header. */
const NAME = /;\s*name=(?:"((?:\\.|[^"\\])*)"?|([^;\s]*))/i;
const FILENAME = /;\s*filename=(?:"((?:\\.|[^"\\])*)"?|([^;\s]*))/i;

function parameter(disposition: string, form: RegExp): string | undefined {
  const match = form.exec(disposition);
  // Browsers write a quote as %22, others as \"; a lone backslash belongs to a path and stays.
  return match?.[1]?.replace(/\\(["\\])/g, '$1').replace(/%22/g, '"') ?? match?.[2];
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const malformed = (why: string): SlipwayError =>
  new SlipwayError('bad_request', `The body is not valid multipart/form-data: ${why}.`);
