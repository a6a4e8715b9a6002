import {
  behaviour,
  commonFaults,
  type FaultLibrary,
  type PlayedFault,
  refusing,
} from '../kit/faults.ts';
import type { GoogleFault } from './wire.ts';

export const system: GoogleFault = {
  status: 500,
  family: 'internalError',
  type: 'INTERNAL_ERROR',
  message: 'An internal error has occurred.',
};

/** `kind`: status, family and type, as in `503 internalError.TRANSIENT_ERROR`. */
function refused(
  number: number,
  kind: string,
  message: string,
  { note = '', ...more }: Partial<GoogleFault> & { readonly note?: string } = {},
): PlayedFault<GoogleFault> {
  const [status = '', family = '', type = ''] = kind.split(/[ .]/);
  return refusing(number, `${kind}${note}`, {
    status: Number(status),
    family,
    type,
    message,
    ...more,
  });
}

const quota = (type: string, seconds: number, scope: string): Partial<GoogleFault> => ({
  details: { quotaErrorDetails: { rateScope: scope, rateName: type, retryDelay: `${seconds}s` } },
});

const searches = { method: 'POST', path: '*/googleAds:search' } as const;
const ads = { method: 'POST', path: '*/adGroupAds:mutate' } as const;
const note = ', nothing done';
const excessive = 'EXCESSIVE_SHORT_TERM_QUERY_RESOURCE_CONSUMPTION';

export const faultLibrary: FaultLibrary<GoogleFault> = {
  'events-failed': behaviour(22, 'events are taken, and refused when they are worked in'),
  'events-partial': behaviour(
    22,
    'events are taken, and some of them are said not to be worked in',
  ),
  ...commonFaults({
    system,
    known: '500 internalError.INTERNAL_ERROR',
    any: { status: 400, family: 'requestError', type: 'UNKNOWN', message: 'Refused.' },
    takes: 'status, type and message',
  }),
  'transient-503': refused(1, '503 internalError.TRANSIENT_ERROR', 'Transient error.', { note }),
  deadline: refused(1, '500 internalError.DEADLINE_EXCEEDED', 'Deadline exceeded.', { note }),
  'write-conflict': refused(
    1,
    '400 databaseError.CONCURRENT_MODIFICATION',
    'Multiple requests were attempting to modify the same resource at once.',
    { note },
  ),
  throttle: refused(
    3,
    '429 quotaError.RESOURCE_TEMPORARILY_EXHAUSTED',
    'Too many requests. Retry in 5 seconds.',
    {
      note: ' with a retry delay of 5 s',
      ...quota('RESOURCE_TEMPORARILY_EXHAUSTED', 5, 'ACCOUNT'),
    },
  ),
  'quota-day': refused(
    3,
    '429 quotaError.RESOURCE_EXHAUSTED',
    'Resource has been exhausted (for example, check quota).',
    {
      note: ': the operations of the day are used up',
      ...quota('Number of operations for basic access', 3_600, 'DEVELOPER'),
    },
  ),
  'day-limit': behaviour(
    3,
    'more than `limit` (15000) operations in 24 hours are refused as those of the day (quotaError.RESOURCE_EXHAUSTED)',
  ),
  'token-expired': refused(
    4,
    '401 authenticationError.OAUTH_TOKEN_EXPIRED',
    'OAuth token in the header has expired.',
  ),
  'token-revoked': behaviour(
    4,
    'from this call on the refresh token is dead until faults are removed',
  ),
  permission: refused(
    4,
    '403 authorizationError.USER_PERMISSION_DENIED',
    "User doesn't have permission to access customer.",
  ),
  'project-not-approved': refused(
    4,
    '403 authorizationError.CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION',
    'The Google Cloud project is only approved for use with test accounts.',
  ),
  'version-sunset': refused(
    5,
    '400 requestError.UNSUPPORTED_VERSION',
    'This API version has been sunset and is no longer supported.',
  ),
  partial: behaviour(6, 'every second operation of a request with partialFailure is refused', {
    method: 'POST',
    path: '*:mutate',
  }),
  'wide-letters': behaviour(13, 'letters of double width count twice in texts of ads', ads),
  'policy-finding': behaviour(13, 'every ad has a finding of the topic TRADEMARKS_IN_AD_TEXT', ads),
  'list-lag': behaviour(15, 'searches leave out objects younger than `ms` (5000)', searches),
  'query-too-large': refused(
    18,
    `429 quotaError.${excessive}`,
    'Queries over a short time used too many resources.',
    quota(excessive, 5, 'ACCOUNT'),
  ),
  'small-pages': behaviour(20, 'a page holds `limit` (2) rows', searches),
  'page-expired': behaviour(
    20,
    'a page token has expired (requestError.EXPIRED_PAGE_TOKEN)',
    searches,
  ),
  'zeros-told': behaviour(20, 'figures of zero are written, not left out', searches),
};
