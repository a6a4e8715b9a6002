import { SlipwayError } from '../../core/base/errors.ts';
import { refuseCrowd, refuseOversized } from '../../core/base/schema/bounds.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { Turns } from '../../core/ports/turns.ts';
import { crowdIn } from './json-crowd.ts';

/** Bodies outside uploads. */
const MAX_BODY = 4 * 1024 * 1024;
/** From here on bodies are worked on a few at a time. */
export const LARGE_BODY = 128 * 1024;
/**
 * How long a caller may take to send one. A client that sends nothing at all is cut off earlier, by
 * the listener.
 */
const MAX_MILLISECONDS = 30_000;

/**
 * A request's JSON body as it arrives; nothing when there is none. Throws `bad_request`,
 * `payload_too_large` or `unsupported_media_type`.
 */
export async function receiveJson(
  request: Request,
  clock: Clock,
  maxBytes = MAX_BODY,
): Promise<Uint8Array> {
  const type = request.headers.get('content-type');
  if (type !== null && !/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type))
    throw new SlipwayError(
      'unsupported_media_type',
      'The body must be JSON: send it with Content-Type: application/json.',
    );
  const bytes = await receiveBytes(request, clock, maxBytes);
  if (bytes.length > 0 && type === null)
    throw new SlipwayError(
      'unsupported_media_type',
      'The Content-Type is missing: send JSON with Content-Type: application/json.',
    );
  return bytes;
}

/**
 * What it says; an empty object when there is none. Throws `bad_request`, and
 * `unprocessable_entity` for what no request may hold: `room` times as much as by default.
 */
export async function readJson(bytes: Uint8Array, turns?: Turns, room = 1): Promise<unknown> {
  if (bytes.length === 0) return {};
  if (bytes.length <= LARGE_BODY) return parseJson(bytes, room);
  // A large body is read in a turn of its own, and used in another: several that arrive together do
  // not add up.
  await turns?.next();
  refuseCrowd(crowdIn(bytes), room);
  const value = parseJson(bytes, room);
  await turns?.next();
  return value;
}

/** A body of any kind. Throws `bad_request` or `payload_too_large`. */
export async function receiveBytes(
  request: Request,
  clock: Clock,
  maxBytes: number,
): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array();
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const deadline = clock.monotonic() + MAX_MILLISECONDS;
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new SlipwayError('bad_request', 'The connection was cut before the body was complete.');
    });
    if (done) break;
    chunks.push(value);
    length += value.length;
    const refusal =
      length > maxBytes ? tooLarge(maxBytes) : clock.monotonic() > deadline ? tooSlow() : undefined;
    if (refusal !== undefined) {
      await reader.cancel().catch(() => undefined);
      throw refusal;
    }
  }
  const only = chunks[0];
  if (chunks.length === 1 && only !== undefined) return only;
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(bytes: Uint8Array, room: number): unknown {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    throw new SlipwayError('bad_request', 'The body is not valid JSON.');
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new SlipwayError('bad_request', 'The body must be a JSON object: { … }.');
  // Everything after this may walk the body by recursion, and more than once.
  refuseOversized(value, room);
  return value;
}

const tooLarge = (maxBytes: number): SlipwayError =>
  new SlipwayError(
    'payload_too_large',
    `The body is larger than ${maxBytes} bytes. Send less at a time.`,
  );

const tooSlow = (): SlipwayError =>
  new SlipwayError('bad_request', 'The body took longer than 30 seconds to arrive.');
