import type { Clock } from '../../core/ports/clock.ts';
import type { Log } from '../../core/ports/log.ts';
import type { Attributes } from '../../core/ports/tracing.ts';
import type { EndedSpan } from './tracer.ts';

export interface OtlpOptions {
  /** Where traces are posted, as JSON (OTLP over HTTP). */
  readonly url: string;
  readonly headers?: { readonly [name: string]: string };
  readonly timeoutMs?: number | undefined;
  /** Of the process: its name, version and whatever the operator adds. */
  readonly resource: Attributes;
}

export interface OtlpExporter {
  add(span: EndedSpan): void;
  /** Sends what is left, and ends. */
  close(): Promise<void>;
}

const EVERY_MS = 5_000;
const BATCH = 512;
/** A receiver that is away must not fill the memory. */
const MOST = 4_096;
const TIMEOUT_MS = 10_000;
/** How often a failure is told at most. */
const TELL_MS = 60_000;

/** Sends spans in the background. Logs and drops what cannot be sent. */
export function createOtlpExporter(
  options: OtlpOptions,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): OtlpExporter {
  let waiting: EndedSpan[] = [];
  let [dropped, toldAt, isOpen] = [0, Number.NEGATIVE_INFINITY, true];
  let sending: Promise<void> = Promise.resolve();
  let ring: (() => void) | undefined;

  const tell = (reason: string, spans: number) => {
    dropped += spans;
    if (clock.monotonic() - toldAt < TELL_MS) return;
    toldAt = clock.monotonic();
    log.warn('traces.not_sent', { reason, spans: dropped });
    dropped = 0;
  };

  const post = async (spans: readonly EndedSpan[]): Promise<void> => {
    try {
      const response = await fetch(options.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...options.headers },
        body: JSON.stringify(toOtlp(spans, options.resource)),
        signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
        redirect: 'error',
      });
      await response.body?.cancel();
      if (!response.ok) tell(`The receiver of traces answered ${response.status}.`, spans.length);
    } catch {
      tell('The receiver of traces cannot be reached.', spans.length);
    }
  };

  const flush = (): Promise<void> => {
    sending = sending.then(async () => {
      while (waiting.length > 0) {
        const batch = waiting.slice(0, BATCH);
        waiting = waiting.slice(BATCH);
        await post(batch);
      }
    });
    return sending;
  };

  const loop = async (): Promise<void> => {
    while (isOpen) {
      const rung = new Promise<void>((resolve) => {
        ring = resolve;
      });
      await Promise.race([rung, clock.sleep(EVERY_MS)]);
      await flush();
    }
  };
  void loop();

  return {
    add(span) {
      if (waiting.length >= MOST) return tell('More spans than can be sent.', 1);
      waiting.push(span);
      if (waiting.length >= BATCH) ring?.();
    },
    async close() {
      isOpen = false;
      ring?.();
      await flush();
    },
  };
}

/** Their numbers in OTLP. */
const spanKinds = { server: 2, client: 3, consumer: 5 } as const;

/** OTLP as JSON: ids in hexadecimal digits, times as text. */
export function toOtlp(spans: readonly EndedSpan[], resource: Attributes) {
  return {
    resourceSpans: [
      {
        resource: { attributes: toAttributes(resource) },
        scopeSpans: [{ scope: { name: 'slipway' }, spans: spans.map(toSpan) }],
      },
    ],
  };
}

const toSpan = ({
  traceId,
  spanId,
  parentId,
  name,
  kind,
  startedAt,
  endedAt,
  attributes,
  failure,
}: EndedSpan) => ({
  traceId,
  spanId,
  name,
  kind: spanKinds[kind],
  ...(parentId !== undefined && { parentSpanId: parentId }),
  startTimeUnixNano: nanoseconds(startedAt),
  endTimeUnixNano: nanoseconds(endedAt),
  attributes: toAttributes(attributes),
  ...(failure !== undefined && { status: { code: 2, message: failure } }),
});

/** More digits than a number holds. */
const nanoseconds = (ms: number) => `${BigInt(Math.round(ms * 1_000)) * 1_000n}`;

const toAttributes = (attributes: Attributes) =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: toValue(value) }],
  );

function toValue(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
