import { behaviour, commonFaults, type FaultLibrary, refusing } from '../kit/faults.ts';
import type { LinkedinFault } from './refusals.ts';

export const system: LinkedinFault = {
  status: 500,
  errorCode: 'INTERNAL_ERROR',
  message: 'Internal server error.',
};

export const throttle: LinkedinFault = {
  status: 429,
  message: 'Resource level throttle limit for calls to this resource is reached.',
};
export const deadToken: LinkedinFault = {
  status: 401,
  serviceErrorCode: 65_600,
  message: 'Invalid access token',
};

const creatives = { method: 'POST', path: '*/creatives' } as const;
const reports = { path: '/adAnalytics' } as const;

export const faultLibrary: FaultLibrary<LinkedinFault> = {
  ...commonFaults({
    system,
    known: 'HTTP 500',
    any: { status: 400, message: 'Invalid request.' },
    takes: 'status and message',
    done: system,
  }),
  timeout: refusing(1, 'HTTP 408 TIMEOUT, nothing done', {
    status: 408,
    errorCode: 'TIMEOUT',
    message: 'Request timed out.',
  }),
  maintenance: refusing(1, 'HTTP 503 UNDER_MAINTENANCE, nothing done', {
    status: 503,
    errorCode: 'UNDER_MAINTENANCE',
    message: 'The service is under maintenance.',
  }),
  conflict: refusing(1, 'HTTP 409 CONFLICT, nothing done', {
    status: 409,
    errorCode: 'CONFLICT',
    message: 'Conflict.',
  }),

  throttle: refusing(3, 'HTTP 429, without saying for how long', throttle),
  'throttle-figures': {
    ...refusing(3, 'HTTP 429: 45 million metric values in five minutes', {
      ...throttle,
      message: 'Data request limit of 45 million metric values within 5 minutes is reached.',
    }),
    ...reports,
  },

  'token-expired': refusing(4, 'HTTP 401', deadToken),
  permission: refusing(4, 'HTTP 403: a scope or a role is missing', {
    status: 403,
    errorCode: 'ACCESS_DENIED',
    serviceErrorCode: 100,
    message: 'Not enough permissions to access this resource.',
  }),
  'token-revoked': behaviour(
    4,
    'from this call on the token is dead (401) until faults are removed',
  ),
  'library-closed': behaviour(4, 'the app may not look into media libraries (403)', {
    method: 'GET',
  }),

  'version-ended': refusing(5, 'HTTP 426: the version is not answered any more', {
    status: 426,
    errorCode: 'NONEXISTENT_VERSION',
    message: 'Requested version is not active',
  }),

  'image-slow': behaviour(8, 'an image is processed for `ms` (3000)', { path: '/upload/image' }),
  'image-error': behaviour(8, 'an image turns out to be unusable', { path: '/upload/image' }),
  'upload-lost': behaviour(
    8,
    'the bytes of a file do not arrive, although the upload is answered',
    { path: '/upload/*' },
  ),
  'video-slow': behaviour(9, 'a video is processed for `ms` (3000)', {
    path: '/videos/finalizeUpload',
  }),
  'video-error': behaviour(9, 'a video turns out to be unusable', {
    path: '/videos/finalizeUpload',
  }),

  'name-not-kept': behaviour(13, 'a creative is made without its name', creatives),
  'id-in-body': behaviour(
    13,
    'a creation is answered with its id in the body, and in no header',
    creatives,
  ),
  'ad-disapproved': behaviour(13, 'the creative is rejected in review', creatives),

  'list-lag': behaviour(15, 'lists leave out objects younger than `ms` (5000)', { method: 'GET' }),

  'report-full': behaviour(18, 'the answer has 15,000 rows, whatever is asked for', reports),
  'figures-late': behaviour(18, 'figures of the last `ms` (172800000) are not there yet', reports),
  'cost-below-zero': behaviour(18, 'a row without delivery has a cost just below zero', reports),
};
