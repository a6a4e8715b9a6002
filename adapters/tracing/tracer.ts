import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { Attributes, OpenSpan, SpanKind, Tracer } from '../../core/ports/tracing.ts';
import { parseTraceparent, type TraceContext, toTraceparent } from './trace-context.ts';

/** A span that has ended. */
export interface EndedSpan extends TraceContext {
  readonly parentId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: Attributes;
  readonly failure: string | undefined;
}

/** For traces that begin here; others are kept as decided elsewhere. */
export type Sampler = (traceId: string) => boolean;

export function createTracer(ended: (span: EndedSpan) => void, sampler: Sampler): Tracer {
  const storage = new AsyncLocalStorage<TraceContext>();

  const begun = (parent: TraceContext | undefined): TraceContext => {
    const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
    return {
      traceId,
      spanId: randomBytes(8).toString('hex'),
      isSampled: parent?.isSampled ?? sampler(traceId),
    };
  };

  return {
    async span(name, { kind, parent: given, attributes = {} }, work) {
      const parent = parseTraceparent(given) ?? storage.getStore();
      const context = begun(parent);
      let [all, failure]: [Attributes, string | undefined] = [attributes, undefined];
      const [startedAt, from] = [Date.now(), performance.now()];
      const span: OpenSpan = {
        set: (more) => {
          all = { ...all, ...more };
        },
        fail: (reason) => {
          failure = reason;
        },
      };
      try {
        return await storage.run(context, () => work(span));
      } catch (error) {
        // Messages may repeat what people wrote.
        failure ??= error instanceof Error ? error.name : 'Error';
        throw error;
      } finally {
        if (context.isSampled)
          ended({
            ...context,
            parentId: parent?.spanId,
            name,
            kind,
            startedAt,
            attributes: all,
            failure,
            endedAt: startedAt + (performance.now() - from),
          });
      }
    },
    current: () => {
      const context = storage.getStore();
      return context && toTraceparent(context);
    },
  };
}
