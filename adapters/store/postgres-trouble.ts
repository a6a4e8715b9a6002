import { SlipwayError } from '../../core/base/errors.ts';
import type { PostgresConnection, PostgresPool } from './postgres-pool.ts';

/**
 * Whether a database server is away, going down, or has no connection left. What the pool says of a connection it could
 * not get has no code, what the network says has one of its own; anything else of five characters is Postgres's word
 * about the question itself.
 */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof SlipwayError) return false;
  const { code } = error as { readonly code?: string };
  return code === undefined || !/^[0-9A-Z]{5}$/.test(code) || /^(08|53|57)/.test(code);
}

/** A refusal a caller can act on, without a word about where the database is: that stands in its cause, for the log. */
export const unavailable = (error: unknown): unknown =>
  isAway(error)
    ? new SlipwayError(
        'unavailable',
        'The database does not answer. Try again in a moment; if it stays, its administrator finds the reason in the log.',
        { cause: error },
      )
    : error;

/** What Postgres says when it has as many clients as it may. */
export const FULL = '53300';

/** After somebody has waited for one. */
export function noConnectionLeft(cause: unknown, waitedMs: number): SlipwayError {
  const message = `The database has had no connection left for ${waitedMs / 1000} s. Try again in a moment; if it stays, its administrator raises max_connections, or lowers SLIPWAY_POOL.`;
  return new SlipwayError('unavailable', message, { cause, details: [{ path: '', code: 'no_connection_left', message }] });
}

const refuse = (error: unknown): never => {
  throw unavailable(error);
};

/** The same pool; a server that cannot be reached is told as `unavailable`. */
export const withWords = (pool: PostgresPool): PostgresPool => ({
  query: (sql, values) => pool.query(sql, values).catch(refuse),
  connect: (): Promise<PostgresConnection> => pool.connect().catch(refuse),
  end: () => pool.end(),
});
