import {
  behaviour,
  commonFaults,
  type FaultLibrary,
  type PlayedFault,
  refusing,
} from '../kit/faults.ts';
import type { SnapchatFault } from './wire.ts';

export const system: SnapchatFault = { status: 500, message: 'An internal error occurred.' };
export const unauthorized: SnapchatFault = {
  status: 401,
  message: 'The access token is invalid or expired.',
  short: true,
};
export const tooMany: SnapchatFault = { status: 429, message: 'Rate limit exceeded.', short: true };

const refusal = (
  family: number,
  what: string,
  fault: SnapchatFault,
  where: object = {},
): PlayedFault<SnapchatFault> => ({
  ...refusing(family, what, fault),
  ...where,
});

const uploads = { method: 'POST', path: '/media/*' } as const;
const ads = { method: 'POST', path: '/adsquads/{id}/ads' } as const;
const stats = { method: 'GET', path: '*/stats' } as const;
const tokens = { method: 'POST', path: '/login/oauth2/access_token' } as const;

export const faultLibrary: FaultLibrary<SnapchatFault> = {
  ...commonFaults({
    system,
    known: 'HTTP 500',
    any: { status: 400, code: 'E1008', message: 'A field is not supported.' },
    takes: 'status, code (the number behind its E) and message',
  }),
  'server-fault': refusal(1, 'HTTP 500 with code E4001, nothing done', {
    status: 500,
    code: 'E4001',
    message: 'Unexpected server error.',
  }),

  throttle: refusal(3, 'HTTP 429, nothing done', tooMany),
  'budget-used': behaviour(
    3,
    'the headers of a write, or of figures, say that nothing is left until their reset',
  ),

  'token-expired': refusal(4, 'HTTP 401', unauthorized),
  permission: refusal(4, 'HTTP 403', {
    status: 403,
    message: 'The caller does not have the permission for this.',
  }),
  'token-revoked': behaviour(
    4,
    'from this call on the token is dead (401) until faults are removed',
  ),
  'refresh-refused': { ...behaviour(4, 'no token is renewed: invalid_grant', tokens) },
  'refresh-rotated': {
    ...behaviour(4, 'a renewal gives another refresh token, and the old one is dead', tokens),
  },

  partial: behaviour(6, 'every second object of a list is refused, in an answer of HTTP 200', {
    method: 'POST',
  }),
  'items-refuse-all': behaviour(6, 'what is wrong with one object refuses the whole request'),
  'list-too-long': behaviour(6, 'a list of more than `limit` (1) objects is refused (E1008)'),
  'items-shuffled': behaviour(6, 'an answer lists its objects the other way round'),

  'unsupported-media-type': refusal(
    8,
    'HTTP 415, E1006',
    { status: 415, code: 'E1006', message: 'Unsupported media type.' },
    uploads,
  ),
  'image-slow': behaviour(8, 'an image is not READY for `ms` (3000)', uploads),
  'media-error': behaviour(9, 'the file turns out to be unusable: media_status ERROR', uploads),
  'video-slow': behaviour(9, 'processing takes `ms` (3000)', uploads),
  'not-uploaded-yet': behaviour(10, 'creatives are refused: their media hasn’t been uploaded yet', {
    method: 'POST',
    path: '/adaccounts/{id}/creatives',
  }),

  immutable: refusal(12, 'HTTP 400, E2023: a field cannot be changed', {
    status: 400,
    code: 'E2023',
    message: 'The field is immutable.',
  }),
  placement: refusal(12, 'HTTP 400, E2025: the placement', {
    status: 400,
    code: 'E2025',
    message: 'The placement is not supported.',
  }),
  'ad-rejected': behaviour(13, 'the review rejects the ads of the request', ads),

  'not-yet-visible': behaviour(15, 'objects younger than `ms` (5000) are not found', {
    method: 'GET',
  }),
  'list-lag': behaviour(15, 'lists leave out objects younger than `ms` (5000)', { method: 'GET' }),

  'stats-late': behaviour(18, 'figures of the last `ms` (86400000) are missing', stats),
  'breakdown-outside': behaviour(18, 'breakdowns stand one level higher than usual', stats),
  'small-letters': behaviour(19, 'statuses in answers are written in small letters'),

  'other-host-link': behaviour(20, 'links to further pages name another host', { method: 'GET' }),
};
