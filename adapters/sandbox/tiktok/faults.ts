import { behaviour, commonFaults, type FaultLibrary, type PlayedFault, refusing } from '../kit/faults.ts';
import type { TiktokFault } from './wire.ts';

export const system: TiktokFault = { code: 50000, message: 'System error. Please try again later.' };

const refusal = (family: number, what: string, code: number, message: string): PlayedFault<TiktokFault> =>
  refusing(family, what, { code, message });

const ads = { method: 'POST', path: '/ad/create' } as const;
const videos = { method: 'POST', path: '/file/video/ad/upload' } as const;
const copies = { path: '/campaign/copy/task/create' } as const;
const reports = { path: '/report/integrated/get' } as const;

export const faultLibrary: FaultLibrary<TiktokFault> = {
  ...commonFaults({
    system,
    known: 'code 50000',
    any: { code: 40002, message: 'Invalid parameter.' },
    takes: 'code and message',
    done: system,
  }),
  'internal-service': refusal(1, 'code 40700, nothing done', 40700, 'Internal service error.'),
  maintenance: refusal(1, 'code 60001, nothing done', 60001, 'The service is under maintenance.'),
  'write-conflict': refusal(1, 'code 40202, nothing done', 40202, 'Write conflict. Please retry.'),

  throttle: refusal(3, 'code 40100: too many requests', 40100, 'Too many requests. Please retry in some time.'),
  'throttle-16': refusal(3, 'code 40016', 40016, 'The request is too frequent.'),
  'throttle-132': refusal(3, 'code 40132', 40132, 'The quota of the advertiser is used up for now.'),
  'throttle-133': refusal(3, 'code 40133', 40133, 'The quota of the app is used up for now.'),

  'token-expired': refusal(4, 'code 40105', 40105, 'Access token is incorrect or has been revoked.'),
  'token-missing': refusal(4, 'code 40104', 40104, 'Access token is null in the header.'),
  permission: refusal(4, 'code 40001', 40001, 'Permission error: The access token lacks the required scope for this endpoint.'),
  'token-revoked': behaviour(4, 'from this call on the token is dead (40105) until faults are removed'),

  'lead-terms-open': behaviour(23, 'the terms of lead ads are not accepted', { method: 'GET' }),
  partial: behaviour(6, 'code 20001: every second creative of a call is not made', ads),

  'name-taken': behaviour(8, 'the name of a file is taken (40911)', { method: 'POST', path: '/file/*/ad/upload' }),
  'image-refused': {
    ...refusal(8, 'code 40905: the format of the image', 40905, 'The format of the image is not supported.'),
    method: 'POST',
    path: '/file/image/ad/upload',
  },
  'video-slow': behaviour(9, 'processing takes `ms` (3000)', videos),
  'video-error': behaviour(9, 'the video turns out to be unusable', videos),

  'copy-not-allowed': behaviour(14, 'copying is not allowed for this account', copies),
  'copy-failed': behaviour(14, 'the task ends as SUCCESS without a campaign', copies),
  'copy-partial': behaviour(14, 'every second ad group is not copied', copies),
  'copy-stuck': behaviour(14, 'the task never ends', copies),

  'list-lag': behaviour(15, 'lists leave out objects younger than `ms` (5000)', { method: 'GET' }),

  'report-too-large': behaviour(18, 'code 40067: a shorter range is wanted', reports),
  'report-truncated': behaviour(18, 'the answer says that it was cut off at 20,000 ads', reports),

  'comment-nested': behaviour(22, 'a new comment is answered one level deeper, as TikTok’s SDK (f809c39) describes it', {
    method: 'POST',
    path: '/comment/post',
  }),
  'comments-empty-page': behaviour(22, 'the first page of comments is empty although more follow', { path: '/comment/list' }),

  'ids-as-numbers': behaviour(20, 'long ids come as bare numbers'),
};
