import { type ErrorRow, fixes, row } from '../../kit/failures.ts';

const { waits, again, reconnect } = fixes;

const throttled = row(
  'throttled',
  'The connected user has used up the calls of the app for now.',
  waits,
);
const stumbled = row('transient', 'The platform had an internal error.', again);

/** By the code in the body or in an item. Most refusals have none: then the status decides. */
const byCode: { readonly [code: number]: ErrorRow } = {
  8: throttled,
  12: stumbled,
  2: row(
    'missing',
    'The object does not exist, or the connected user may not see it.',
    'Check the id and the ad account it belongs to.',
  ),
  2781: row(
    'rule',
    'The pin was made by an app with trial access, and such pins cannot be promoted.',
    'Ask the platform for standard access of the developer app, then make the pin again; or boost a pin that was made by hand.',
  ),
};

const byStatus: { readonly [status: number]: ErrorRow } = {
  400: row('invalid', 'The platform refused a parameter.', fixes.correct),
  401: row('auth', 'The access token is no longer valid.', reconnect),
  403: row(
    'blocked',
    'The token has no permission for this call or this ad account.',
    'Connect with a token that has the scopes ads, pins and boards for reading and writing, of a user with a role in the ad account.',
  ),
  404: row(
    'missing',
    'There is no such object, or the connected user may not see it.',
    'Check the id and the ad account it belongs to.',
  ),
  429: throttled,
};

export interface Refused {
  /** Absent for an item of a good answer. */
  readonly status?: number;
  readonly code?: number | undefined;
  readonly message: string;
}

/** Reports tell throttles and stumbles in words, with status 400. */
export function errorRow({ status, code, message }: Refused): ErrorRow | undefined {
  if (status === 401 || status === 403) return byStatus[status];
  if (waitOf(message) !== undefined) return throttled;
  if ((status ?? 0) >= 500 || /something went wrong/i.test(message)) return stumbled;
  // A code can repeat the status.
  return byCode[code ?? 0] ?? byStatus[status ?? 0] ?? byStatus[code ?? 0];
}

/** `Retry after 23 seconds`, in ms. */
export function waitOf(message: string) {
  const seconds = /retry after (\d{1,6})/i.exec(message)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
}
