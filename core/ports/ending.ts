/** The signal of an AbortController, as far as it is needed here. */
export interface Ending {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
