import type { CallOptions } from '../../core/operations/operation.ts';
import type { AllOperations as Operations } from '../operations.ts';
import type { PlacedName as OperationName } from '../routes/table.ts';

type VerbOf<N extends string, T = Operations> = N extends `${infer G}.${infer V}`
  ? G extends keyof T
    ? VerbOf<V, T[G]>
    : never
  : N extends keyof T
    ? T[N]
    : never;

export type InputOf<N extends OperationName> =
  VerbOf<N> extends (...given: infer P) => unknown ? Exclude<P[0 & keyof P], undefined> : never;

export type AnswerOf<N extends OperationName> =
  VerbOf<N> extends (...given: never[]) => Promise<infer A> ? A : never;

/** What is known of an answer beside what it says. */
export interface AnswerFacts {
  readonly status: number;
  /**
   * The service had carried out the same call under the same key before, and did not do it again.
   */
  readonly replayed: boolean;
  /** What the log of the service knows the request by. */
  readonly requestId: string | undefined;
}

/** What a caller may say beside the call itself. */
export interface RequestOptions extends CallOptions {
  /** Ends the call, its retries, or a stream. */
  readonly signal?: AbortSignal | undefined;
  /** Told once, before the answer is handed out. */
  readonly onAnswer?: ((facts: AnswerFacts) => void) | undefined;
}

type Called<T> = T extends (...given: infer P) => infer R
  ? [] extends P
    ? (input?: P[0 & keyof P], options?: RequestOptions) => R
    : (input: P[0 & keyof P], options?: RequestOptions) => R
  : { readonly [K in keyof T]: Called<T[K]> };

/** A file of a browser is sent from where it lies. */
interface BlobUpload {
  readonly media: {
    upload(
      input: { readonly name: string; readonly content: Blob },
      options?: RequestOptions,
    ): Promise<AnswerOf<'media.upload'>>;
  };
}

/**
 * Every operation of the API as a function, with the inputs and answers it has in a program that
 * embeds the service.
 */
export type Client = Called<Operations> & BlobUpload;
