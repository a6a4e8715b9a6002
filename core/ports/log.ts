/**
 * Structured log lines: a short stable event name and flat fields: ids, counts and codes, never
 * tokens, bodies or addresses with a query string. The adapter adds time and level. Logging never
 * throws and is never awaited.
 */
export interface Log {
  /** Every step: calls of platforms, jobs taken and ended. */
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

export type LogFields = {
  readonly [name: string]: string | number | boolean | null | undefined;
};

export const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };
