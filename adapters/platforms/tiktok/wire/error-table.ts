import { type ErrorRow, fixes, row, rowsFor } from '../../kit/failures.ts';

const second = 1_000;
const minute = 60 * second;

const { waits, again, reconnect } = fixes;
const ours = fixes.correct;
const askAccess =
  'Ask an administrator of the ad account to give the connected user and app this permission, then try again.';
const file =
  'Export the file again as JPG or PNG, or as MP4 (H.264) of up to 500 MB in 9:16, 16:9 or 1:1.';

const throttled = row('throttled', 'The app has used up its calls for now.', waits);
const stumbled = row('transient', 'The platform had an internal error.', again);
const dead = row('auth', 'The access token is no longer valid.', reconnect);
const refused = row('invalid', 'The platform refused a parameter.', ours);
const media = row('rule', 'The platform does not take this file.', file);

/**
 * The platform lists codes by category (general, quota, authentication, policy, tasks, advertisers,
 * files, system) and puts the particulars into the message.
 */
const named: { readonly [code: number]: ErrorRow } = {
  ...rowsFor(
    refused,
    '40000 40002 40006 40007 40008 40009 40010 40011 40013 40014 40050 40051 40052 40053',
  ),
  ...rowsFor(throttled, '40016 40100 40132 40133'),
  ...rowsFor(stumbled, '40700 50000 50002 51004 51041 51065 51305'),
  40001: row('blocked', 'The token has no permission for this call or this ad account.', askAccess),
  40065: row(
    'rule',
    'The ad breaks an advertising policy of the platform.',
    'Change the text, the media or the destination as its policies ask.',
  ),
  40067: row('too-large', 'The report is too large to be computed at once.', 'Ask for fewer days.'),
  40502: row(
    'rule',
    'The ad group is full: it holds 20 ads.',
    'Choose another ad group, or delete ads from this one.',
  ),
  40101: row(
    'auth',
    'The app behind the connection is not known to the platform.',
    'Check app id and secret, and connect again.',
  ),
  40110: row(
    'auth',
    'The app id or its secret is wrong, or the authorization has expired.',
    'Check app id and secret, and connect again.',
  ),
  40200: row(
    'rule',
    'The platform could not carry out the task.',
    'Read its message and start the task again.',
  ),
  40201: row('flaky', 'The task is not ready yet.', again, { retryAfterMs: 10 * second }),
  40202: row('flaky', 'Another change was made at the same moment.', again, {
    retryAfterMs: 2 * second,
  }),
  40300: row('blocked', 'The ad account does not exist or is not open to this token.', askAccess),
  40301: row(
    'blocked',
    'The ad account takes no changes in its present state.',
    'Settle that in the ads manager, then try again.',
  ),
  40900: row(
    'invalid',
    'The file was damaged on its way: its checksum does not match.',
    'Send the file again. If that fails too, export it again, or report it with the trace id.',
  ),
  40901: row('flaky', 'The video is still being processed.', again, { retryAfterMs: 15 * second }),
  40911: row('rule', 'A file of this name exists already.', 'Rename the file and try again.'),
  41000: row(
    'blocked',
    'The platform has blocked access for this app or user.',
    'Contact the platform.',
  ),
  41021: row('flaky', 'Another ad is being created at the same moment; nothing was made.', again, {
    retryAfterMs: 5 * second,
  }),
  60001: row('transient', 'The platform is under maintenance.', again, {
    retryAfterMs: minute,
    nothingDone: true,
  }),
};

/** By the code itself, or by the category of its digits. */
export function errorRow(code: number): ErrorRow | undefined {
  const own = named[code];
  if (own !== undefined) return own;
  if ((code >= 40102 && code <= 40125) || code === 41001 || code === 41002) return dead;
  if (code >= 40902 && code <= 40915) return media;
  return code >= 50000 && code < 52000 ? stumbled : undefined;
}
