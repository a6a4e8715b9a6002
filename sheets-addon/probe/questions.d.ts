import type { Sheet } from '../app.ts';
/** One thing the add-on takes for granted of Google's services, and how to ask for it. */
export interface Question {
  readonly name: string;
  /** What the fakes answer, and the add-on is built on. `undefined` where it is built for either answer. */
  readonly assumed: unknown;
  /** What happens if it is otherwise. */
  readonly otherwise: string;
  /** Asked on a sheet of its own, which is empty. Answers are plain data. */
  ask(sheet: Sheet): unknown;
}
export declare const questions: readonly Question[];
/** What no script can ask: a person tries it. */
export declare const byHand: readonly {
  readonly step: string;
  readonly assumed: string;
  readonly otherwise: string;
}[];
