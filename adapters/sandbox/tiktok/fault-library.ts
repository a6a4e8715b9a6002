import type { FaultKind } from '../faults.ts';
import type { DescribedFault } from '../platform.ts';

/** A refusal a fault answers with. */
export interface PlayedRefusal {
  readonly code: number;
  readonly message: string;
}

export interface Damage {
  readonly kind: 'cut' | 'html' | 'empty' | 'slow';
  readonly status?: number;
}

export interface TiktokFault extends DescribedFault {
  /** 'none': the call is not carried out. 'done' (default): it is. */
  readonly effect?: 'none' | 'done';
  readonly refusal?: PlayedRefusal;
  readonly http?: Damage;
  /** The call is carried out only after the delay. */
  readonly late?: boolean;
}

const system: PlayedRefusal = { code: 50000, message: 'System error. Please try again later.' };

const refusal = (family: number, what: string, code: number, message: string): TiktokFault => ({
  family,
  what,
  effect: 'none',
  refusal: { code, message },
});

/** Looked at by the part it concerns. */
const behaviour = (family: number, what: string, where: FaultKind = {}): TiktokFault => ({ family, what, ...where });

const media = { method: 'POST', path: '/file/*/ad/upload' } as const;

/** Everything this platform can play, by name. Families are numbered as the first platform's, where there is one alike. */
export const faultLibrary: { readonly [name: string]: TiktokFault } = {
  transient: { family: 1, what: 'code 50000, nothing done', effect: 'none', refusal: system },
  'failed-but-created': { family: 1, what: 'code 50000, and yet it was done', refusal: system, method: 'POST' },
  'internal-service': refusal(1, 'code 40700, nothing done', 40700, 'Internal service error.'),
  maintenance: refusal(1, 'code 60001, nothing done', 60001, 'The service is under maintenance.'),
  'write-conflict': refusal(1, 'code 40202, nothing done', 40202, 'Write conflict. Please retry.'),

  'html-502': { family: 2, what: 'an HTML page with 502, nothing done', effect: 'none', http: { kind: 'html', status: 502 } },
  'html-but-done': { family: 2, what: 'an HTML page with 502, and yet it was done', http: { kind: 'html', status: 502 } },
  'empty-body': { family: 2, what: '200 without a body; it was done', http: { kind: 'empty' } },
  'connection-cut': { family: 2, what: 'the connection breaks before anything is done', effect: 'none', http: { kind: 'cut' } },
  'answer-lost': { family: 2, what: 'it is done, then the connection breaks', http: { kind: 'cut' } },
  slow: { family: 2, what: 'no answer for `ms` (90000), nothing done', effect: 'none', http: { kind: 'slow' } },
  'slow-but-done': { family: 2, what: 'done at once, answered after `ms` (90000)', http: { kind: 'slow' } },
  'late-effect': { family: 2, what: 'done only after `ms` (90000), whether anyone still waits or not', late: true },

  throttle: refusal(3, 'code 40100: too many requests', 40100, 'Too many requests. Please retry in some time.'),
  'throttle-16': refusal(3, 'code 40016', 40016, 'The request is too frequent.'),
  'throttle-132': refusal(3, 'code 40132', 40132, 'The quota of the advertiser is used up for now.'),
  'throttle-133': refusal(3, 'code 40133', 40133, 'The quota of the app is used up for now.'),

  'token-expired': refusal(4, 'code 40105', 40105, 'Access token is incorrect or has been revoked.'),
  'token-missing': refusal(4, 'code 40104', 40104, 'Access token is null in the header.'),
  permission: refusal(4, 'code 40001', 40001, 'Permission error: The access token lacks the required scope for this endpoint.'),
  'token-revoked': behaviour(4, 'from this call on the token is dead (40105) until faults are removed'),

  partial: behaviour(6, 'code 20001: every second creative of a call is not made', { method: 'POST', path: '/ad/create' }),

  'name-taken': behaviour(8, 'the name of a file is taken (40911)', media),
  'image-refused': {
    ...refusal(8, 'code 40905: the format of the image', 40905, 'The format of the image is not supported.'),
    method: 'POST',
    path: '/file/image/ad/upload',
  },
  'video-slow': behaviour(9, 'processing takes `ms` (3000)', { method: 'POST', path: '/file/video/ad/upload' }),
  'video-error': behaviour(9, 'the video turns out to be unusable', { method: 'POST', path: '/file/video/ad/upload' }),

  'copy-not-allowed': behaviour(14, 'copying is not allowed for this account', { path: '/campaign/copy/task/create' }),
  'copy-failed': behaviour(14, 'the task ends as SUCCESS without a campaign', { path: '/campaign/copy/task/create' }),
  'copy-partial': behaviour(14, 'every second ad group is not copied', { path: '/campaign/copy/task/create' }),
  'copy-stuck': behaviour(14, 'the task never ends', { path: '/campaign/copy/task/create' }),

  'list-lag': behaviour(15, 'lists leave out objects younger than `ms` (5000)', { method: 'GET' }),

  'report-too-large': behaviour(18, 'code 40067: a shorter range is wanted', { path: '/report/integrated/get' }),
  'report-truncated': behaviour(18, 'the answer says that it was cut off at 20,000 ads', { path: '/report/integrated/get' }),

  error: refusal(19, 'any refusal: give code and message', 40002, 'Invalid parameter.'),
  'error-but-done': { family: 19, what: 'any refusal, as above, and yet it was done', refusal: system },

  'ids-as-numbers': behaviour(20, 'long ids come as bare numbers'),
};
