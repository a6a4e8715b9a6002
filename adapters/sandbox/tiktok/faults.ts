import {
  behaviour,
  commonFaults,
  type FaultLibrary,
  type PlayedFault,
  refusing,
} from '../kit/faults.ts';
import type { TiktokFault } from './wire.ts';

export const system: TiktokFault = {
  code: 50000,
  message: 'System error. Please try again later.',
};

const refusal = (
  family: number,
  what: string,
  code: number,
  message: string,
): PlayedFault<TiktokFault> => refusing(family, what, { code, message });

const ads = { method: 'POST', path: '/ad/create' } as const;
const videos = { method: 'POST', path: '/file/video/ad/upload' } as const;
const copies = { path: '*campaign/copy/task/create' } as const;
const creating = { method: 'POST' } as const;
const smart = { method: 'POST', path: '/smart_plus/*' } as const;
export const concurrentText =
  'Ads of an ad group cannot be created concurrently. Please retry later.';
const files = { path: '/page/lead/task/download' } as const;
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

  throttle: refusal(
    3,
    'code 40100: too many requests',
    40100,
    'Too many requests. Please retry in some time.',
  ),
  'throttle-16': refusal(3, 'code 40016', 40016, 'The request is too frequent.'),
  'throttle-132': refusal(
    3,
    'code 40132',
    40132,
    'The quota of the advertiser is used up for now.',
  ),
  'throttle-133': refusal(3, 'code 40133', 40133, 'The quota of the app is used up for now.'),

  'token-expired': refusal(
    4,
    'code 40105',
    40105,
    'Access token is incorrect or has been revoked.',
  ),
  'token-missing': refusal(4, 'code 40104', 40104, 'Access token is null in the header.'),
  permission: refusal(
    4,
    'code 40001',
    40001,
    'Permission error: The access token lacks the required scope for this endpoint.',
  ),
  'token-revoked': behaviour(
    4,
    'from this call on the token is dead (40105) until faults are removed',
  ),

  'leads-titled': behaviour(
    23,
    'the file of leads has titles as columns, `Lead ID`, and no byte order mark',
    files,
  ),
  'leads-zipped': behaviour(23, 'the file of leads is a ZIP file', { path: '/page/lead/task' }),
  'leads-slow': behaviour(23, 'the file of leads takes `ms` (3000)', { path: '/page/lead/task' }),
  'lead-terms-open': behaviour(23, 'the terms of lead ads are not accepted'),
  partial: behaviour(6, 'code 20001: every second creative of a call is not made', ads),

  'name-taken': behaviour(8, 'the name of a file is taken (40911)', {
    method: 'POST',
    path: '/file/*/ad/upload',
  }),
  'image-refused': {
    ...refusal(
      8,
      'code 40905: the format of the image',
      40905,
      'The format of the image is not supported.',
    ),
    method: 'POST',
    path: '/file/image/ad/upload',
  },
  'video-slow': behaviour(9, 'processing takes `ms` (3000)', videos),
  'video-error': behaviour(9, 'the video turns out to be unusable', videos),

  'copy-not-allowed': behaviour(14, 'copying is not allowed for this account', copies),
  'copy-failed': behaviour(14, 'the task ends as SUCCESS without a campaign', copies),
  'copy-partial': behaviour(14, 'every second ad group is not copied', copies),
  'copy-stuck': behaviour(14, 'the task never ends', copies),

  'manual-ended': behaviour(
    24,
    'manual creation has ended, whatever the day is; `code` and `message` of the answer',
    creating,
  ),
  'manual-open': behaviour(24, 'manual creation goes on, whatever the day is', creating),
  'manual-end-wide': behaviour(
    24,
    'the end meets campaigns, ad groups and ads of four objectives, not campaigns of all',
    creating,
  ),
  'manual-end-in-account-time': behaviour(
    24,
    'the last day of manual creation ends in the zone of the account, not UTC',
    creating,
  ),
  'smart-plus-forbidden': behaviour(
    24,
    'the account may not change Smart+ objects; `code` and `message` of the answer',
    smart,
  ),
  'smart-plus-allowed': behaviour(24, 'the account may change Smart+ objects', smart),
  'request-id-answers-first': behaviour(
    24,
    'a repeated request id answers the first object, not 40050',
    smart,
  ),
  'budget-mode-taken': behaviour(
    24,
    'without campaign budget every budget mode of the page is taken',
    smart,
  ),
  'end-with-any-budget': behaviour(
    24,
    'an ad group takes an end later with any budget, not with a lifetime budget alone',
    smart,
  ),
  'min-budget-total': behaviour(
    24,
    'an ad group takes a least budget with a lifetime budget, not with a dynamic one',
    smart,
  ),
  'empty-list-ignored': behaviour(
    24,
    'an empty list in the update of a Smart+ ad is ignored, it does not clear',
    smart,
  ),
  'material-id-refused': behaviour(24, 'the account may not keep creatives by their ids', smart),
  'material-status-named': behaviour(
    24,
    'a switched creative is answered with material_status',
    smart,
  ),
  'utm-appended': behaviour(24, 'utm_params are kept where the address does not have them', smart),
  'names-exact': behaviour(24, 'Smart+ lists compare names exactly', { method: 'GET' }),
  'button-list-taken': behaviour(24, 'Spark identities take a list of buttons on TikTok', smart),
  'text-always': behaviour(24, 'pulled posts need a text too', smart),
  'creatives-31': behaviour(24, 'a Smart+ ad has at most 31 creatives, not 50', smart),
  'add-on-refused': behaviour(24, 'interactive add-ons are refused', smart),
  'ad-group-status-listed': behaviour(
    24,
    'the list of Smart+ ad groups tells their switch and status',
    { method: 'GET' },
  ),
  'family-told-wrong': behaviour(24, 'manual lists tell the other family of objects', {
    method: 'GET',
  }),
  'budget-inflated': behaviour(
    24,
    'the manual list shows a hundredfold dynamic budget of Smart+ ad groups',
    { method: 'GET' },
  ),
  'delete-leaves-children': behaviour(
    24,
    'a deleted Smart+ campaign leaves its ad groups and ads',
    smart,
  ),
  'unknown-ignored': behaviour(24, 'unknown filters of Smart+ lists are ignored, as TikTok does', {
    method: 'GET',
  }),
  'review-rejected': behaviour(
    24,
    'the review rejects the ad, or with `type` part its first creative',
    {
      method: 'POST',
      path: '*ad/create',
    },
  ),
  'appeal-fails': behaviour(24, 'an appeal against a rejection fails', {
    method: 'POST',
    path: '*/appeal',
  }),
  'copy-30': behaviour(24, 'a Smart+ campaign of up to 30 ad groups can be copied, not 10', smart),
  'manual-copy-ended': behaviour(24, 'manual campaigns are no longer copied', creating),
  'writes-too-close': behaviour(
    24,
    'code 41021: an ad of the ad group was made less than `ms` (5000) ago',
    smart,
  ),
  'concurrent-create': refusal(24, 'code 41021, nothing done', 41021, concurrentText),
  'ad-not-made': refusal(24, 'code 51002, nothing done', 51002, 'Internal error. Please retry.'),

  'list-lag': behaviour(
    15,
    'lists leave out objects younger than `ms` (5000); with `type` drawn, than a part of it',
    {
      method: 'GET',
    },
  ),

  'report-too-large': behaviour(18, 'code 40067: a shorter range is wanted', reports),
  'report-truncated': behaviour(18, 'the answer says that it was cut off at 20,000 ads', reports),

  'comment-nested': behaviour(
    22,
    'a new comment is answered one level deeper, as TikTok’s SDK (f809c39) describes it',
    {
      method: 'POST',
      path: '/comment/post',
    },
  ),
  'comments-empty-page': behaviour(22, 'the first page of comments is empty although more follow', {
    path: '/comment/list',
  }),

  'ids-as-numbers': behaviour(20, 'long ids come as bare numbers'),
};
