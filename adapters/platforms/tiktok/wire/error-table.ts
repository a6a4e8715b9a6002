import { type ErrorRow, fixes, row } from '../../kit/failures.ts';

const second = 1_000;
const minute = 60 * second;

const { waits, again, reconnect } = fixes;
const ours = fixes.correct;
const askAccess = 'Ask an administrator of the ad account to give the connected user and app this permission, then try again.';
const file = 'Export the file again as JPG or PNG, or as MP4 (H.264) of up to 500 MB in 9:16, 16:9 or 1:1.';

const throttled = row('throttled', 'The app has used up its calls for now.', waits);
const stumbled = row('transient', 'The platform had an internal error.', again);
const dead = row('auth', 'The access token is no longer valid.', reconnect);
const refused = row('invalid', 'The platform refused a parameter.', ours);
const media = row('rule', 'The platform does not take this file.', file);

/**
 * The platform lists codes by category (general, quota, authentication, policy, tasks, advertisers, files, system) and puts the
 * particulars into the message.
 */
const named: { readonly [code: number]: ErrorRow } = {
  40000: refused,
  40001: row('blocked', 'The token has no permission for this call or this ad account.', askAccess),
  40002: refused,
  40006: refused,
  40007: refused,
  40008: refused,
  40009: refused,
  40010: refused,
  40011: refused,
  40013: refused,
  40014: refused,
  40050: refused,
  40051: refused,
  40052: refused,
  40053: refused,
  40065: row(
    'rule',
    'The ad breaks an advertising policy of the platform.',
    'Change the text, the media or the destination as its policies ask.',
  ),
  40067: row('too-large', 'The report is too large to be computed at once.', 'Ask for fewer days.'),
  40016: throttled,
  40100: throttled,
  40132: throttled,
  40133: throttled,
  40502: row('rule', 'The ad group is full: it holds 20 ads.', 'Choose another ad group, or delete ads from this one.'),
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
  40200: row('rule', 'The platform could not carry out the task.', 'Read its message and start the task again.'),
  40201: row('flaky', 'The task is not ready yet.', again, { retryAfterMs: 10 * second }),
  40202: row('flaky', 'Another change was made at the same moment.', again, { retryAfterMs: 2 * second }),
  40300: row('blocked', 'The ad account does not exist or is not open to this token.', askAccess),
  40301: row(
    'blocked',
    'The ad account takes no changes in its present state.',
    'Settle that in the ads manager, then try again.',
  ),
  40700: stumbled,
  40900: row(
    'invalid',
    'The file was damaged on its way: its checksum does not match.',
    'Retry the ad. If it comes back, export the file again, or report it with the trace id.',
  ),
  40901: row('flaky', 'The video is still being processed.', again, { retryAfterMs: 15 * second }),
  40911: row('rule', 'A file of this name exists already.', 'Rename the file and try again.'),
  41000: row('blocked', 'The platform has blocked access for this app or user.', 'Contact the platform.'),
  50000: stumbled,
  50002: stumbled,
  51004: stumbled,
  51041: stumbled,
  51065: stumbled,
  51305: stumbled,
  60001: row('transient', 'The platform is under maintenance.', again, { retryAfterMs: minute, nothingDone: true }),
};

/** By the code itself, or by the category of its digits. */
export function errorRow(code: number): ErrorRow | undefined {
  const own = named[code];
  if (own !== undefined) return own;
  if ((code >= 40102 && code <= 40125) || code === 41001 || code === 41002) return dead;
  if (code >= 40902 && code <= 40915) return media;
  return code >= 50000 && code < 52000 ? stumbled : undefined;
}
