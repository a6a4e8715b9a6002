import { withoutQuery } from '../../core/base/schema/trimmed.ts';
import type {
  Http,
  HttpBody,
  HttpFailure,
  HttpRequest,
  HttpResult,
} from '../../core/ports/http.ts';
import type { Log } from '../../core/ports/log.ts';

/** Thrown when there is more to read than was agreed to. */
class Oversized extends Error {
  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`);
    this.name = 'Oversized';
  }
}

/**
 * Reads no further than `maxBytes`: the other side decides how much there is. Throws `Oversized`
 * and closes the connection.
 */
async function readText(response: Response, maxBytes: number): Promise<string> {
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

export type FetchFunction = (url: string, init: RequestInit) => Promise<Response>;

interface FetchHttpOptions {
  /** Default: the runtime's own. The sandbox gives its handler here. */
  readonly fetch?: FetchFunction;
  /** Calls `run` after `ms` unless cancelled. Default: the runtime's timers. */
  readonly after?: (ms: number, run: () => void) => () => void;
  /** Default 32 MiB, many times any platform's answer. */
  readonly maxBytes?: number;
  /** Every request and its outcome. */
  readonly log?: Pick<Log, 'debug'>;
}

const MAX_ANSWER = 32 * 1024 * 1024;

/** HTTP over a fetch function, of the runtime or the sandbox. */
export function createFetchHttp(options: FetchHttpOptions = {}): Http {
  const fetchNow = options.fetch ?? ((url, init) => fetch(url, init));
  const after = options.after ?? withTimers;
  const maxBytes = options.maxBytes ?? MAX_ANSWER;
  return { requestAll: (requests) => Promise.all(requests.map((request) => logged(request))) };

  async function logged(request: HttpRequest): Promise<HttpResult> {
    const started = performance.now();
    const result = await send(request);
    options.log?.debug('http.call', {
      method: request.method,
      url: withoutQuery(request.url),
      ...(result.ok ? { status: result.status } : { failed: result.reason }),
      ms: Math.round(performance.now() - started),
    });
    return result;
  }

  async function send(request: HttpRequest): Promise<HttpResult> {
    const abort = new AbortController();
    const timeoutMs = request.timeoutMs ?? 60_000;
    let cancel = () => {};
    // Raced, not only aborted: a fetch may ignore its signal.
    const late = new Promise<HttpFailure>((resolve) => {
      cancel = after(timeoutMs, () => {
        resolve(failed('timeout', request, `no complete answer within ${timeoutMs} ms`));
        abort.abort();
      });
    });
    try {
      return await Promise.race([exchange(request, abort.signal), late]);
    } finally {
      cancel();
    }
  }

  async function exchange(request: HttpRequest, signal: AbortSignal): Promise<HttpResult> {
    let arrived = false;
    try {
      const { body, contentType } = encode(request.body);
      const headers = { ...(contentType && { 'content-type': contentType }), ...request.headers };
      const response = await fetchNow(request.url, {
        method: request.method,
        headers,
        signal,
        ...(body !== undefined && { body }),
      });
      arrived = true;
      return {
        ok: true,
        status: response.status,
        headers: headersOf(response),
        text: await readText(response, maxBytes),
      };
    } catch (error) {
      if (error instanceof Oversized)
        return failed('oversized', request, `the answer has ${error.message}`);
      const code = codeOf(error);
      if (!arrived && neverConnected(error, code))
        return failed('unreachable', request, `no connection (${code})`);
      return failed(
        'cut',
        request,
        `the connection broke ${arrived ? 'inside the answer' : 'before an answer'} (${code})`,
      );
    }
  }
}

/** When sent: every attempt has fresh bytes. */
function encode(body: HttpBody | undefined): { body?: BodyInit; contentType?: string } {
  switch (body?.type) {
    case undefined:
      return {};
    case 'json':
      return { body: JSON.stringify(body.value), contentType: 'application/json' };
    case 'form':
      return {
        body: new URLSearchParams(body.fields).toString(),
        contentType: 'application/x-www-form-urlencoded',
      };
    case 'bytes':
      return { body: unshared(body.bytes), contentType: body.contentType };
    case 'multipart': {
      const form = new FormData();
      for (const [name, value] of Object.entries(body.fields)) form.append(name, value);
      for (const file of body.files) {
        form.append(
          file.part,
          new Blob([unshared(file.bytes)], { type: file.contentType }),
          file.filename,
        );
      }
      // The runtime writes the content type: it knows the boundary.
      return { body: form };
    }
  }
}

/** The port's type allows memory shared between threads, fetch's does not; none is shared here. */
const unshared = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => bytes as Uint8Array<ArrayBuffer>;

function headersOf(response: Response): { [name: string]: string } {
  const headers: { [name: string]: string } = {};
  response.headers.forEach((value, name) => {
    headers[name.toLowerCase()] = value;
  });
  return headers;
}

/** The query holds tokens, and the runtime's message may repeat it: it is not used. */
function failed(reason: HttpFailure['reason'], request: HttpRequest, what: string): HttpFailure {
  return { ok: false, reason, message: `${request.method} ${withoutQuery(request.url)}: ${what}.` };
}

/** Bun puts a code on the error, Node on its cause, Deno into the cause's message. */
function codeOf(error: unknown) {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('code' in each && typeof each.code === 'string') return each.code;
  }
  return error instanceof Error ? error.name : 'unknown error';
}

const unconnected = new Set([
  'ConnectionRefused',
  'FailedToOpenSocket',
  'DNSException',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_INVALID_URL',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // A certificate is looked at before anything is sent.
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
]);

function neverConnected(error: unknown, code: string) {
  if (unconnected.has(code)) return true;
  for (let each = error; each instanceof Error; each = each.cause) {
    if (/\(Connect\)|bad port|to port \d{1,5} are blocked|invalid url/i.test(each.message))
      return true;
  }
  return false;
}

function withTimers(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
