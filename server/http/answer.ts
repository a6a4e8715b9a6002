import type { Caller } from '../../core/access/caller.ts';
import type { Reader } from '../../core/ports/store.ts';

export interface Question {
  readonly caller: Caller;
  readonly url: string;
  /** The store as it was when the request came, or later, as far as the caller sees it. */
  readonly reader: Reader;
}

const marker = Symbol('answer');

/** A body that may be written as JSON already. */
export interface Answer {
  readonly [marker]: true;
  readonly body: unknown;
  /** The body as JSON, where it is written already. */
  readonly text?: string | undefined;
}

export const answered = (body: unknown, { text }: Pick<Answer, 'text'> = {}): Answer => ({
  [marker]: true,
  body,
  text,
});

export const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && marker in value;
