/**
 * Structured log lines: a short stable event name and flat fields.
 *
 * Callers pass ids, counts and codes, never tokens, bodies or addresses with a query string. The
 * adapter stamps time and level. Logging never throws and is never awaited.
 */
export interface Log {
  /** Every step, for whoever looks for a fault: calls of platforms, jobs taken and ended. */
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

export type LogFields = {
  readonly [name: string]: string | number | boolean | null | undefined;
};

/** For callers who do not want to hear anything. */
export const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };
