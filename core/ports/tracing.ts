export type Attributes = { readonly [name: string]: string | number | boolean | undefined };

export type SpanKind = 'server' | 'client' | 'consumer';

export interface SpanOptions {
  readonly kind: SpanKind;
  /** `traceparent` of what asked for it elsewhere, or before. Default: the span it is begun in. */
  readonly parent?: string | null | undefined;
  /** Ids of ours, methods, routes, statuses and hosts; never a text that people wrote, a token or a query. */
  readonly attributes?: Attributes;
}

export interface OpenSpan {
  set(attributes: Attributes): void;
  /** Its work failed, for a reason in a word or two. */
  fail(reason: string): void;
}

/** Follows work from where it was asked for to the calls it makes. */
export interface Tracer {
  span<T>(name: string, options: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  /** `traceparent` of the span that this code runs in. */
  current(): string | undefined;
}
