import { type ErrorRow, fixes, row, stumbledRow, unknownRow } from '../../kit/failures.ts';

const { waits, again, reconnect } = fixes;
const ours = fixes.correct;

/** The platform publishes no list: these codes were seen. */
const named: { readonly [code: string]: ErrorRow } = {
  E1006: row(
    'invalid',
    'The platform does not take this type of content.',
    'Send a JPG or PNG image or an MP4 or MOV video; if it is one, report it with the trace id.',
  ),
  E1008: row('invalid', 'The platform refused a field, or two that do not go together.', ours),
  E2023: row(
    'rule',
    'The platform does not change this field any more.',
    'Duplicate the object with the value you want.',
  ),
  E2025: row(
    'rule',
    'The platform refused the placement.',
    'Choose a placement that takes this type of ad, in the ads manager.',
  ),
  E3003: row(
    'missing',
    'The object does not exist, or this token does not open it.',
    'Check the id and the ad account it belongs to.',
  ),
  E4001: row(
    'transient',
    'The platform had an internal error.',
    `${fixes.again} Ad squads of collections are known to fail so for good: change those in the ads manager.`,
  ),
};

const byStatus: { readonly [status: number]: ErrorRow } = {
  401: row('auth', 'The access token has ended or was taken back.', reconnect),
  403: row(
    'blocked',
    'The token has no permission for this call or this ad account.',
    'Ask an administrator of the organisation to give the connected user a role on the ad account, then try again.',
  ),
  404: row(
    'missing',
    'The object does not exist, or this token does not open it.',
    'Check the id and the ad account it belongs to.',
  ),
  413: row(
    'too-large',
    'The request is too large for the platform.',
    'Use a smaller file, or ask for less at once.',
  ),
  415: row('invalid', 'The platform does not take this type of content.', ours),
  429: row('throttled', 'The app or the token has used up its calls for now.', waits),
};

const notUploaded = row('flaky', 'The platform is still processing the file.', again, {
  retryAfterMs: 5_000,
});

export function errorRow(code: string | undefined, status: number): ErrorRow {
  // A dead token and a full budget outrank any code.
  if (status === 401 || status === 429) return byStatus[status] ?? unknownRow;
  return named[code ?? ''] ?? byStatus[status] ?? (status >= 500 ? stumbledRow : unknownRow);
}

/** An item has no status of its own. */
export function itemRow(code: string | undefined, reason: string): ErrorRow {
  if (/hasn['’]t been uploaded yet/i.test(reason)) return notUploaded;
  return (
    named[code ?? ''] ??
    (/not found|does not exist/i.test(reason) ? errorRow('E3003', 404) : unknownRow)
  );
}
