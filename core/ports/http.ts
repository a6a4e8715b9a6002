/**
 * One round of HTTP. Takes several requests because Apps Script has no other parallelism
 * (`fetchAll`). Retries, pacing and reading of bodies belong to a platform's client
 * (adapters/http/pacing.ts).
 */
export interface Http {
  /**
   * Answers in the order of the requests. Never rejects: for a write "no answer" does not mean
   * "nothing happened".
   */
  requestAll(requests: readonly HttpRequest[]): Promise<readonly HttpResult[]>;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Absolute, query included. */
  readonly url: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: HttpBody;
  /** From sending to the last byte of the answer. Default 60,000. */
  readonly timeoutMs?: number;
}

/** The adapter encodes the bytes for every attempt, so a resend is never empty. */
export type HttpBody =
  | { readonly type: 'json'; readonly value: unknown }
  | { readonly type: 'form'; readonly fields: { readonly [name: string]: string } }
  | {
      readonly type: 'multipart';
      readonly fields: { readonly [name: string]: string };
      readonly files: readonly HttpFile[];
    }
  | { readonly type: 'bytes'; readonly contentType: string; readonly bytes: Uint8Array };

export interface HttpFile {
  /** Name of the form part. */
  readonly part: string;
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export type HttpResult = HttpResponse | HttpFailure;

export interface HttpResponse {
  readonly ok: true;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string };
  readonly text: string;
}

export interface HttpFailure {
  readonly ok: false;
  /**
   * 'unreachable': no connection was made, so nothing can have happened. 'timeout' and 'cut': the
   * request may have been carried out. 'oversized': the answer was too long to read; the work is
   * probably done.
   */
  readonly reason: 'unreachable' | 'timeout' | 'cut' | 'oversized';
  /**
   * Why the runtime itself sent nothing, where trying again is no use: the user did not consent,
   * the day's quota is used up, the address is not on the script's list or private, the body is too
   * large, or what `message` says.
   */
  readonly refused?: 'consent' | 'quota' | 'allowlist' | 'private' | 'size' | 'other';
  /** One sentence without the query string or any header. */
  readonly message: string;
}
