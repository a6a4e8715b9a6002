/**
 * A source of research: a tool outside that keeps ads, boards and brands of others and answers procedures by name. Each
 * company reaches it with a key of its own. Nothing it answers was written by this service.
 */
export interface Research {
  /** Where it answers, for people. */
  readonly host: string;
  /** An address that `scrape` takes, as an example for people. */
  readonly libraryExample: string;
  /** Whether an address leads to a page of an ad library that the source can read. */
  isLibraryAddress(url: string): boolean;
  /** Never rejects: what went wrong is a value. A mutation without an answer may have been carried out. */
  ask(access: ResearchAccess, question: ResearchQuestion): Promise<ResearchResult>;
}

/** Whose question it is, and the key of the source that it is asked with. */
export interface ResearchAccess {
  readonly companyId: string;
  /** Differs whenever another key was connected. */
  readonly connection: string;
  readonly key: string;
}

export type ResearchQuestion =
  /** `procedure` was checked (core/features/research/procedure.ts); `input` is JSON, absent where there is none. */
  | { readonly kind: 'query' | 'mutation'; readonly procedure: string; readonly input?: object | undefined }
  | { readonly kind: 'scrape'; readonly url: string }
  | { readonly kind: 'scrape-status'; readonly jobId: string };

export type ResearchResult =
  | {
      readonly ok: true;
      /** JSON as the source wrote it. */
      readonly data: unknown;
      /** When the source answered, in milliseconds. */
      readonly at: number;
    }
  | { readonly ok: false; readonly refusal: ResearchRefusal };

/** Why there is no answer, as it was seen on the wire. */
export interface ResearchRefusal {
  /**
   * 'refused': the source said no. 'unreachable': nothing was sent. 'timeout' and 'cut': no answer, or none that is
   * complete. 'oversized': more than is read. 'unreadable': not what the source is known to answer. 'redirected': it
   * points to another address, which is not followed.
   */
  readonly reason: 'refused' | 'unreachable' | 'timeout' | 'cut' | 'oversized' | 'unreadable' | 'redirected';
  /** Of the HTTP answer, where there was one. */
  readonly status?: number;
  /** The word the source has for it: `NOT_FOUND`. */
  readonly code?: string;
  /** The words of the source, or what happened on the wire. Without the key. */
  readonly message: string;
  readonly retryAfterMs?: number;
  readonly traceId: string;
}
