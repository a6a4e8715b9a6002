export type Attributes = { readonly [name: string]: string | number | boolean | undefined };

export type SpanKind = 'server' | 'client' | 'consumer';

interface SpanOptions {
  readonly kind: SpanKind;
  /** `traceparent` of an earlier or remote cause. Default: the span it is begun in. */
  readonly parent?: string | null | undefined;
  /** Ids of ours, methods, routes, statuses and hosts; never texts of people, tokens or queries. */
  readonly attributes?: Attributes;
}

export interface OpenSpan {
  set(attributes: Attributes): void;
  /** In a word or two. */
  fail(reason: string): void;
}

/** Follows work to the calls it makes. */
export interface Tracer {
  span<T>(name: string, options: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  /** `traceparent` of the current span. */
  current(): string | undefined;
}
