import { conversionFaults } from '../../kit/conversions.ts';
import { behaviour, commonFaults, type PlayedFault, refusing } from '../../kit/faults.ts';
import type { Answer, Fired, Outcome, Table } from '../../types.ts';
import { type GraphFault, isObject } from '../graph/params.ts';
import { refusals } from '../graph/refusals.ts';
import type { Usage } from '../graph/usage.ts';

interface LibraryFault extends PlayedFault<GraphFault> {
  /** Inside a batch: `null` in its place. */
  readonly nothing?: boolean;
  /** The budget that usage headers show as full. */
  readonly throttles?: 'account' | 'app';
}

/** By subcode at their edges, as `refuse-<subcode>`, like the platform's changes of mind. */
const places: readonly (readonly [family: number, path: string, subcodes: readonly number[]])[] = [
  [3, '/{id}', [1487632]],
  [8, '*/adcreatives', [3858258]],
  [
    10,
    '*/adcreatives',
    [
      1443226, 1443048, 2061015, 1487390, 2446173, 1815629, 1885878, 1815199, 2446149, 3858504,
      3858082, 2490085, 1373054, 1815630, 2875030, 3867105, 1885557, 2490155, 2446289, 2446388,
      1487202, 1487472, 3858355, 2446580,
    ],
  ],
  [10, '/{id}', [1815573]],
  [11, '*/campaigns', [4834011, 4834002, 4834005, 4834009, 2446307]],
  [11, '/{id}', [4834006]],
  [
    12,
    '*/adsets',
    [
      1870227, 1870188, 1870189, 1870196, 1870247, 2490392, 1885621, 1885272, 1885650, 2238055,
      1487094, 1487033, 3858152, 2446509, 1487929, 2490487, 1870199, 1815946, 1815433, 2641, 2695,
      1815089,
    ],
  ],
  [12, '/{id}', [3260011, 1815198]],
  [13, '*/ads', [1885998, 1885154, 1885029, 1885800, 1487225, 2446493, 1885392, 2446383]],
  [13, '/{id}', [1487007, 2490427, 2490468, 1340029, 1885088]],
  [14, '*/copies', [1885194, 1634013, 3390001, 3858079, 3858081]],
  [16, '/{id}', [1487056, 1487566, 1487990]],
  [18, '*/insights', [1487534, 1504018]],
];

/** Both methods read reports; one subcode refuses deletions only. */
function methodOf(family: number, subcode: number): Pick<LibraryFault, 'method'> {
  if (family === 18) return {};
  return { method: subcode === 1340029 ? 'DELETE' : 'POST' };
}

const refusalFaults: Table<LibraryFault> = Object.fromEntries(
  places.flatMap(([family, path, subcodes]) =>
    subcodes.map((subcode) => {
      const [title = '', userMessage = '', code = 100] = refusals[subcode] ?? [];
      const fault: LibraryFault = {
        family,
        what: title,
        effect: 'none',
        refusal: { code, subcode, title, userMessage },
        path,
        ...methodOf(family, subcode),
      };
      return [`refuse-${subcode}`, fault] as const;
    }),
  ),
);

const transient: GraphFault = {
  code: 2,
  status: 500,
  transient: true,
  message: 'An unexpected error has occurred. Please retry your request later.',
};

const refusal = (
  family: number,
  what: string,
  error: GraphFault,
  more: Partial<LibraryFault> = {},
): LibraryFault => ({
  ...refusing(family, what, error),
  ...more,
});

const throttle = (
  what: string,
  error: GraphFault,
  more: Partial<LibraryFault> = {},
): LibraryFault =>
  refusal(3, what, error, { throttles: error.code === 4 ? 'app' : 'account', ...more });

const token = (what: string, error: GraphFault): LibraryFault => refusal(4, what, error);

const reads = { method: 'GET' } as const;
const writes = { method: 'POST' } as const;
const sessions = { path: '/asyncbatch' } as const;
const activities = { path: '*/activities' } as const;
const reports = { path: '*/insights' } as const;
const posted = (path: string) => ({ path, method: 'POST' }) as const;
const runs = posted('*/insights');
const videos = posted('*/advideos');
const images = posted('*/adimages');
const creatives = posted('*/adcreatives');
const ads = posted('*/ads');
const copies = posted('*/copies');

export const endedVersion: GraphFault = {
  code: 2635,
  message:
    '(#2635) You are calling a deprecated version of the Ads API. Please update to the latest version.',
};

export const faultLibrary: Table<LibraryFault> = {
  ...conversionFaults,
  ...commonFaults({
    system: transient,
    known: 'code 2, HTTP 500',
    any: { code: 100 },
    takes: 'code, subcode, status, message, title, userMessage',
  }),

  'unknown-error': refusal(2, 'code 1 subcode 99, HTTP 500', {
    code: 1,
    subcode: 99,
    message: 'An unknown error occurred',
  }),
  'error-in-200': {
    family: 2,
    what: '200 with an error inside, nothing done',
    effect: 'none',
    refusal: transient,
    http: { kind: 'status-200' },
  },

  'throttle-app': throttle('code 4: the app has used up its calls', {
    code: 4,
    message: '(#4) Application request limit reached',
  }),
  'throttle-account': throttle('code 17/2446079', {
    code: 17,
    subcode: 2446079,
    message: '(#17) User request limit reached',
  }),
  'throttle-calls': throttle('code 613/1487742', {
    code: 613,
    subcode: 1487742,
    message: '(#613) Calls to this api have exceeded the rate limit.',
  }),
  'throttle-mutations': throttle('code 613/5044001', {
    code: 613,
    subcode: 5044001,
    message: '(#613) Too many changes at once',
  }),
  'throttle-management': throttle('code 80004', {
    code: 80004,
    message: '(#80004) There have been too many calls to this ad-account.',
  }),
  'throttle-insights': throttle(
    'code 80000',
    { code: 80000, message: '(#80000) There have been too many calls from this ad-account.' },
    reports,
  ),
  'throttle-insights-app': throttle(
    'code 4/1504022',
    { code: 4, subcode: 1504022, message: '(#4) Too many insights calls' },
    reports,
  ),
  'throttle-page': refusal(3, 'code 32: the page has used up its calls', {
    code: 32,
    message: '(#32) Page request limit reached',
  }),
  'throttle-storm': behaviour(
    3,
    'from this call on everything on the account is refused for `seconds` (60)',
  ),
  'usage-climb': behaviour(3, 'adds `percent` (10) to the usage of the account'),

  'page-token-dead': behaviour(
    4,
    'from this call on the token of the page is dead (190/460), and the page has another one',
  ),
  'token-expired': token('code 190/463', {
    code: 190,
    subcode: 463,
    message: 'Error validating access token: Session has expired.',
  }),
  'token-checkpoint': token('code 190/459: the user has to act, the token is good', {
    code: 190,
    subcode: 459,
    message: 'The user must log in to clear a checkpoint.',
  }),
  'token-password': token('code 190/460', {
    code: 190,
    subcode: 460,
    message: 'The session was invalidated because the user changed the password.',
  }),
  'session-dead': token('code 102', {
    code: 102,
    message: 'Session key invalid or no longer valid',
  }),
  'permission-10': token('code 10', {
    code: 10,
    status: 403,
    message: '(#10) Application does not have permission for this action',
  }),
  'permission-200': token('code 200', {
    code: 200,
    status: 403,
    message: '(#200) Permissions error',
  }),
  'permission-294': token('code 294', {
    code: 294,
    message: '(#294) Managing advertisements requires the extended permission ads_management',
  }),
  'token-revoked': behaviour(
    4,
    'from this call on the token is dead (190, `subcode` 467) until faults are removed',
  ),

  'app-in-development': behaviour(
    4,
    'the app is in development mode until faults are removed: new creatives of a page are refused (100/1885183), all else works',
    writes,
  ),
  'token-ends': behaviour(
    4,
    '`debug_token` tells an end, `seconds` (60 days) after the token was made',
  ),

  'version-2635': refusal(5, 'code 2635: this version is no longer served', endedVersion),
  'version-warned': behaviour(5, 'answers carry X-Ad-Api-Version-Warning with `message`'),
  'ids-allowed': behaviour(5, '`GET /?ids=` answers as it used to'),

  'batch-null': {
    family: 6,
    what: 'an entry that was not carried out is null',
    effect: 'none',
    nothing: true,
  },
  'batch-null-done': {
    family: 6,
    what: 'an entry is null although it was carried out',
    nothing: true,
  },
  'batch-dependent-null': behaviour(
    6,
    'an entry whose dependency failed is null instead of an error',
  ),
  'batch-slow': behaviour(6, 'a batch with more than 10 ads answers after `ms` (20000)', ads),

  'async-stuck': behaviour(7, 'sessions never end', sessions),
  'async-failed': behaviour(7, 'sessions end as failed with an error_code', sessions),
  'async-no-id': behaviour(7, 'the result of a session lacks the id', sessions),
  'async-partial': behaviour(7, 'every second request of a set fails', writes),

  'image-key-filename': behaviour(
    8,
    'the answer to a bytes upload is keyed by a file name',
    images,
  ),
  'image-oversize': behaviour(8, 'the image is refused as too large', images),
  'image-format-refused': behaviour(8, 'GIF and WebP are refused', images),
  'image-url-expired': behaviour(8, 'image addresses have expired'),
  'picture-blocked': behaviour(8, '3858258 for every picture given by address'),

  'video-slow': behaviour(9, 'processing takes `ms` (3000)', videos),
  'video-thumbnails-late': behaviour(9, 'thumbnails come `ms` (5000) after "ready"', videos),
  'video-error': behaviour(9, 'processing ends with an error', videos),
  'video-chunk-repeat': behaviour(9, 'a chunk is not taken: the answer repeats its offset', videos),
  'video-session-expired': behaviour(9, 'the upload session is gone', videos),

  'feed-collapsed': behaviour(10, 'a feed of several assets is kept with one, in silence', writes),
  'promo-dropped': behaviour(10, 'the promotion of a creative is dropped, in silence', writes),
  'creative-reused': behaviour(
    10,
    'a creative for a post that has one answers with the old id',
    creatives,
  ),
  'unknown-ignored': behaviour(10, 'unknown parameters pass in silence'),

  'ad-disapproved': behaviour(13, 'the review ends after `ms` (5000) with DISAPPROVED', writes),
  'ad-with-issues': behaviour(13, 'the review ends after `ms` (5000) with WITH_ISSUES', writes),

  'copy-partial': behaviour(
    14,
    'a deep copy makes some objects and then fails with code 1',
    copies,
  ),
  'copy-no-id': behaviour(14, 'a copy is made, the answer is empty', copies),

  'not-yet-visible': behaviour(15, 'objects younger than `ms` (5000) are not found (100/33)'),
  'list-lag': behaviour(15, 'lists leave out objects younger than `ms` (5000)', reads),
  'in-process': behaviour(15, 'objects younger than `ms` (10000) are IN_PROCESS', reads),

  'activity-bad-json': behaviour(17, 'extra_data is cut off', activities),
  'activity-numeric-status': behaviour(17, 'status changes as numbers', activities),
  'activity-bare-amount': behaviour(17, 'budget changes as a bare amount', activities),

  'run-failed': behaviour(18, 'the report run ends as Job Failed', runs),
  'run-skipped': behaviour(18, 'the report run ends as Job Skipped', runs),
  'run-stuck': behaviour(18, 'the report run never ends', runs),
  'run-early-complete': behaviour(18, 'Job Completed while the percentage stays below 100', reads),
  'run-expired': behaviour(18, 'the report run is gone', reads),
  'reach-omitted': behaviour(18, 'reach and frequency are missing', reports),

  'error-data-object': behaviour(19, 'error_data is an object instead of text'),
  'error-bare': behaviour(19, 'errors without their optional fields'),
  'error-localized': behaviour(19, 'the user message of an error is in another language'),
  'error-negative': refusal(19, 'code -3', {
    code: -3,
    subcode: 1504045,
    message: 'The report is too large',
  }),
  'error-seven-digits': refusal(19, 'a subcode where the code belongs', {
    code: 1487901,
    message: 'Budget too low',
  }),

  'paging-empty-page': behaviour(20, 'the last page links to one more, which is empty', reads),
  'cursor-expired': behaviour(20, 'cursors are refused (100)', reads),
  'unstable-order': behaviour(20, 'the objects of a page come in another order', reads),
  'limit-lowered': behaviour(20, 'a limit above `limit` (50) is refused with code 1', reads),

  'account-disabled': refusal(
    21,
    'the account takes no changes',
    { code: 1404163, message: 'The ad account is disabled' },
    writes,
  ),

  'form-dropped': behaviour(10, 'the lead form of a creative is dropped, in silence', creatives),
  'form-gone': behaviour(23, 'lead forms are not there any more', reads),
  'leads-refused': behaviour(23, 'leads are refused (200): the user has no access to leads', reads),
  'leads-withheld': behaviour(
    23,
    'lists of leads are empty: the user has no access to leads',
    reads,
  ),
  'leads-twice': behaviour(23, 'lists have each lead twice', reads),
  'lead-terms-open': behaviour(
    23,
    'no page has accepted the terms of lead ads: ad sets are refused (100/1815089)',
  ),

  'author-withheld': behaviour(22, 'comments do not tell who wrote them', reads),

  ...refusalFaults,
};

export function markUsage(usage: Usage, account: string, fired: Fired): void {
  for (const [name, options] of fired) {
    const throttles = faultLibrary[name]?.throttles;
    if (name === 'throttle-storm') usage.block(account, Number(options.seconds ?? 60));
    if (name === 'usage-climb') usage.raise(account, Number(options.percent ?? 10));
    if (throttles !== undefined) usage.show(account, throttles, Number(options.seconds ?? 60));
  }
}

export const isNothing = (fired: Fired) =>
  [...fired.keys()].some((name) => faultLibrary[name]?.nothing === true);

export const entryAnswer = ({ answer, fired }: Outcome): Answer | null =>
  isNothing(fired) ? null : answer;

/** What `version-warned` adds to the headers. */
export function versionHeaders(fired: Fired): Table<string> {
  const rule = fired.get('version-warned');
  return rule === undefined
    ? {}
    : { 'x-ad-api-version-warning': String(rule.message ?? 'This version ends soon.') };
}

/** Faults that change how an error looks. */
export function playAfter(answer: Answer, fired: Fired): Answer {
  if (answer.status < 400 || !isObject(answer.body) || !isObject(answer.body.error)) return answer;
  const { error } = answer.body;
  if (fired.has('error-bare'))
    return {
      ...answer,
      body: {
        error: {
          message: error.message ?? '',
          type: error.type ?? '',
          code: error.code ?? 0,
          fbtrace_id: error.fbtrace_id ?? '',
        },
      },
    };
  if (fired.has('error-localized'))
    return {
      ...answer,
      body: {
        error: {
          ...error,
          error_user_title: 'Ungültige Angabe',
          error_user_msg: 'Eine Angabe fehlt oder ist nicht zulässig.',
        },
      },
    };
  return answer;
}
