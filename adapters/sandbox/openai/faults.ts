import { behaviour, commonFaults, type FaultLibrary, refusing } from '../kit/faults.ts';
import type { OpenaiFault } from './wire.ts';

const invalid = 'invalid_request_error';
export const system: OpenaiFault = {
  status: 500,
  type: 'server_error',
  message: 'The server had an error.',
};
/** Its body is not known. */
export const tooMany: OpenaiFault = {
  status: 429,
  type: 'requests',
  message: 'Rate limit reached.',
};

const reads = { method: 'GET' } as const;
const ads = { method: 'POST', path: '/ads' } as const;
const uploads = { method: 'POST', path: '/upload' } as const;
const insights = { method: 'GET', path: '/ad_account/insights' } as const;

export const faultLibrary: FaultLibrary<OpenaiFault> = {
  ...commonFaults({
    system,
    known: '500',
    any: { status: 400, type: invalid, message: 'Invalid request.' },
    takes: 'status, type and message',
    done: system,
  }),
  'details-missing': refusing(1, '409 that passes: details of the ad account are missing', {
    status: 409,
    type: invalid,
    message: 'Ad Account is missing details.',
  }),
  'server-error-400': refusing(
    1,
    '400 that calls itself a server error; asking again does not help',
    {
      status: 400,
      type: 'server_error',
      message: '400: The request breaks a rule.',
    },
  ),
  firewall: refusing(2, '403 with an HTML page: the firewall in front of the API', {
    status: 403,
    type: invalid,
    message: 'Forbidden',
    html: true,
  }),

  throttle: refusing(3, '429 with Retry-After: 1', { ...tooMany, waitSeconds: 1 }),
  'throttle-silent': refusing(3, '429 without a time to wait', tooMany),

  'token-expired': refusing(4, '401', {
    status: 401,
    type: invalid,
    code: 'invalid_api_key',
    message: 'Missing or invalid SDK key in Authorization header.',
  }),
  permission: refusing(4, '403: the role of the key does not allow it', {
    status: 403,
    type: 'server_error',
    message: '403: Only ad account admins can perform this action.',
  }),
  'not-enabled': refusing(4, '403: the account lacks the feature', {
    status: 403,
    type: 'server_error',
    message: '403: Conversion bidding is not enabled.',
  }),
  'token-revoked': behaviour(4, 'from this call on the key is dead (401) until faults are removed'),

  'key-forgotten': behaviour(
    7,
    'an Idempotency-Key that was used before is not known: another object is made',
  ),
  'key-conflict': behaviour(
    7,
    'an Idempotency-Key that was used before answers 409, for the same body too',
  ),
  'key-used-up': behaviour(
    7,
    'a refused creation uses up its Idempotency-Key: the next one answers 409',
  ),

  'image-refused': behaviour(8, 'the image is too small (400)', uploads),
  'file-left-out': behaviour(10, 'ads come without the id of their file', reads),

  'ad-rejected': behaviour(
    13,
    'the review of the ad, seconds later, rejects it for `message` (crawl_failed)',
    ads,
  ),
  'review-slow': behaviour(13, 'the review takes `ms` (600000)', ads),

  'list-lag': behaviour(
    15,
    'lists and the audit log leave out objects younger than `ms` (5000)',
    reads,
  ),
  stale: behaviour(15, 'lists and objects show what they were `ms` (3000) ago', reads),
  'parents-required': behaviour(
    15,
    'ad groups are listed with their campaign alone, ads with their ad group (400 without)',
    reads,
  ),
  'parents-left-out': behaviour(15, 'lists do not tell the parents of objects', reads),

  'include-refused': behaviour(15, 'a single object refuses `include` (400)', reads),

  'today-missing': behaviour(18, 'the day that runs has no figures', insights),
  'figures-late': behaviour(
    18,
    'days that ended less than `ms` (a day) ago have no figures yet',
    insights,
  ),
  'plain-names-refused': behaviour(
    18,
    'conversions are known with their level alone, as ad.conversions',
    insights,
  ),
  'level-names-refused': behaviour(
    18,
    'conversions are known by their plain names alone',
    insights,
  ),
  'sales-null': behaviour(18, 'sales are null', insights),
  'report-too-large': behaviour(18, '413: too many rows', insights),
  'long-names': behaviour(18, 'figures come as ad_spend and the like', insights),

  'unknown-ignored': behaviour(20, 'unknown members of a body are ignored', { method: 'POST' }),
};
