import { type ErrorRow, fixes, row } from '../../kit/failures.ts';

const minute = 60_000;
const hour = 60 * minute;

const key =
  'Connect the account again with the Campaign Management API key (Account > General > Keys in the dashboard).';
const refused = row('invalid', 'The platform refused the request.', fixes.correct);
const file = 'Use JPG, PNG, GIF, MP4, MOV or HTML files of at most 1 GB each.';
const stumbled = row('transient', 'The platform had an internal error.', fixes.again);

/** By the header `x-al-error-code`. The platform publishes no other code. */
const codes: { readonly [code: string]: ErrorRow } = {
  '100007': row(
    'throttled',
    'The platform has locked the account for a day after 100 refused requests in five minutes.',
    'Nothing to do: it goes on by itself when the lock ends. Ask the platform if it has to be sooner.',
    { retryAfterMs: 24 * hour },
  ),
};

const statuses: { readonly [status: number]: ErrorRow } = {
  400: refused,
  401: row('auth', 'The platform does not take the API key.', key),
  403: row(
    'blocked',
    'The API key does not open this account.',
    'Check the account ID, and that the key is the Campaign Management API key of that account.',
  ),
  // Lists tell unknown ids: 404 means a wrong address.
  404: refused,
  408: row('transient', 'The platform took too long.', fixes.again),
  413: row('rule', 'The files are too large.', file),
  415: row('rule', 'The platform does not take a file of this type.', file),
  429: row('throttled', 'The account has used up its calls: 1,000 a minute.', fixes.waits, {
    retryAfterMs: 10 * minute,
  }),
};

export function errorRow(status: number, code: string | undefined): ErrorRow {
  return (
    (code === undefined ? undefined : codes[code]) ??
    statuses[status] ??
    (status >= 500 ? stumbled : refused)
  );
}
