import {
  behaviour,
  commonFaults,
  type FaultLibrary,
  type PlayedFault,
  refusing,
} from '../kit/faults.ts';
import type { PinterestFault } from './wire.ts';

export const system: PinterestFault = {
  status: 500,
  code: 12,
  message: 'Something went wrong on our end. Sorry about that.',
};
export const tooMany: PinterestFault = {
  status: 429,
  code: 8,
  message: 'You have exceeded your rate limit. Try again later.',
};
/** Reports refuse in other words. */
export const tooManyReports: PinterestFault = {
  status: 400,
  code: 8,
  message: 'You have exceeded your rate limit. Retry after 2 seconds.',
};

const refusal = (
  family: number,
  what: string,
  {
    status,
    message,
    code = status,
  }: { readonly status: number; readonly message: string; readonly code?: number | undefined },
): PlayedFault<PinterestFault> => refusing(family, what, { status, code, message });

const items = { method: 'POST', path: '/ad_accounts/{id}/*' } as const;
const ads = { method: 'POST', path: '/ad_accounts/{id}/ads' } as const;
const pins = { method: 'POST', path: '/pins' } as const;
const videos = { method: 'POST', path: '/media' } as const;
const orders = { method: 'POST', path: '/ad_accounts/{id}/reports' } as const;

export const faultLibrary: FaultLibrary<PinterestFault> = {
  ...commonFaults({
    system,
    known: '500 with code 12',
    any: { status: 400, code: 400, message: 'Invalid parameters.' },
    takes: 'status, code and message',
    done: system,
  }),
  stumble: refusal(1, '400 with code 12, nothing done, as reports say it', {
    status: 400,
    message: 'Something went wrong on our end.',
    code: 12,
  }),

  throttle: refusing(3, '429 with code 8, and the seconds to wait in a header', tooMany),
  'throttle-400': refusing(3, '400: Retry after 2 seconds, as reports say it', tooManyReports),

  'token-expired': refusal(4, '401', { status: 401, message: 'Authentication failed.', code: 2 }),
  permission: refusal(4, '403: a scope is missing', {
    status: 403,
    message: 'Your app is not allowed to do this.',
  }),
  'token-revoked': behaviour(
    4,
    'from this call on the token is dead (401) until faults are removed',
  ),

  'items-refused': behaviour(
    6,
    '200: every second item of a request is refused, with an exception of its own',
    items,
  ),

  'image-refused': behaviour(8, 'the picture of a pin cannot be used (400)', pins),
  'link-cleaned': behaviour(10, 'the pin keeps its link without parameters', pins),
  'video-slow': behaviour(9, 'processing takes `ms` (3000)', videos),
  'video-error': behaviour(9, 'the video turns out to be unusable', videos),

  'ad-rejected': behaviour(13, 'the review of the ad, seconds later, rejects it', ads),
  'pin-sandboxed': behaviour(
    13,
    'the item is refused with code 2781: a pin of an app with trial access',
    ads,
  ),

  'list-lag': behaviour(15, 'lists leave out objects younger than `ms` (5000)', { method: 'GET' }),

  'figures-late': behaviour(18, 'days that ended less than `ms` (a day) ago have no figures yet', {
    method: 'GET',
  }),
  'report-at-once': behaviour(18, 'a report is finished when it is ordered', orders),
  'report-failed': behaviour(18, 'the report fails', orders),
  'report-stuck': behaviour(18, 'the report never ends', orders),
  'report-expired': behaviour(18, 'the report is told to have expired', {
    method: 'GET',
    path: '/ad_accounts/{id}/reports',
  }),
};
