import { behaviour, commonFaults, type FaultLibrary, refusing } from '../kit/faults.ts';
import type { ApplovinFault } from './wire.ts';

export const system: ApplovinFault = { status: 500, message: 'Internal error.' };
export const throttled: ApplovinFault = { status: 429, message: 'Too many requests.' };
export const locked: ApplovinFault = {
  status: 429,
  code: 100007,
  message: 'Too many error responses.',
};
const unauthorized: ApplovinFault = { status: 401, message: 'The key is not valid.' };

const uploads = { method: 'POST', path: '/asset/upload' } as const;
const results = { method: 'GET', path: '/asset/upload_result' } as const;

export const faultLibrary: FaultLibrary<ApplovinFault> = {
  ...commonFaults({
    system,
    known: 'HTTP 500',
    any: { status: 400, message: 'Invalid request.' },
    takes: 'status, code and message',
    done: system,
  }),

  throttle: refusing(3, 'HTTP 429: more than 1,000 requests in a minute', throttled),
  locked: refusing(3, 'HTTP 429 with 100007: the account is locked for a day', locked),

  'token-expired': refusing(4, 'HTTP 401', unauthorized),
  permission: refusing(4, 'HTTP 403', {
    status: 403,
    message: 'The key does not open this account.',
  }),
  'token-revoked': behaviour(4, 'from this call on the key is dead (401) until faults are removed'),

  'file-refused': behaviour(8, 'the platform cannot use the files of the upload', uploads),
  'upload-slow': behaviour(9, 'processing takes `ms` (3000)', uploads),
  'upload-stuck': behaviour(9, 'an upload is never processed', results),
  'other-names': behaviour(
    9,
    'files of an upload have asset_id, file_name, status and message',
    results,
  ),

  'status-ignored': behaviour(13, 'a creative set goes live whatever its status is to be', {
    method: 'POST',
    path: '/creative_set/create',
  }),

  'list-lag': behaviour(15, 'lists leave out objects younger than `ms` (5000)', { method: 'GET' }),
  'set-without-campaign': behaviour(15, 'a list of creative sets does not tell their campaigns', {
    method: 'GET',
    path: '/creative_set/list',
  }),

  'amounts-as-numbers': behaviour(20, 'budgets and goals come as bare numbers', {
    method: 'GET',
    path: '/campaign/list',
  }),
  'ids-as-numbers': behaviour(20, 'ids come as bare numbers'),
};
