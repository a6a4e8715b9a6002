/**
 * A research tool that keeps ads, boards and brands of others and answers procedures by name. Each
 * company has a key of its own. Its answers are foreign text.
 */
export interface Research {
  /** For people. */
  readonly host: string;
  /** An address that `scrape` takes, for people. */
  readonly libraryExample: string;
  /** Whether the source can read this page of an ad library. */
  isLibraryAddress(url: string): boolean;
  /** Never rejects. A mutation without an answer may have been carried out. */
  ask(access: ResearchAccess, question: ResearchQuestion): Promise<ResearchResult>;
}

export interface ResearchAccess {
  readonly companyId: string;
  /** Differs for every connected key. */
  readonly connection: string;
  readonly key: string;
}

export type ResearchQuestion =
  /** `procedure` was checked (core/features/research/procedure.ts); `input` is JSON. */
  | {
      readonly kind: 'query' | 'mutation';
      readonly procedure: string;
      readonly input?: object | undefined;
    }
  | { readonly kind: 'scrape'; readonly url: string }
  | { readonly kind: 'scrape-status'; readonly jobId: string };

export type ResearchResult =
  | {
      readonly ok: true;
      /** JSON as the source wrote it. */
      readonly data: unknown;
      /** Milliseconds. */
      readonly at: number;
    }
  | { readonly ok: false; readonly refusal: ResearchRefusal };

export interface ResearchRefusal {
  /**
   * 'refused': by the source. 'unreachable': nothing was sent. 'timeout' and 'cut': no complete
   * answer. 'oversized': too long to read. 'unreadable': not a known form. 'redirected': redirects
   * are not followed.
   */
  readonly reason:
    | 'refused'
    | 'unreachable'
    | 'timeout'
    | 'cut'
    | 'oversized'
    | 'unreadable'
    | 'redirected';
  readonly status?: number;
  /** The source's word: `NOT_FOUND`. */
  readonly code?: string;
  /** The words of the source, or what happened on the wire. Without the key. */
  readonly message: string;
  readonly retryAfterMs?: number;
  readonly traceId: string;
}
