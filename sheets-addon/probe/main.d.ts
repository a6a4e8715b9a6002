/** What the probe finds out: answers by question, or the error that came instead. */
export interface Answers {
  readonly [question: string]:
    | {
        readonly answer: unknown;
      }
    | {
        readonly error: string;
      };
}
/** Asks every question on a sheet of its own, and writes the answers down as JSON in cell A1 of the sheet Slipway probe. */
export declare function runProbe(): Answers;
