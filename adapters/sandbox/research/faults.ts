import { behaviour, commonFaults, type FaultLibrary, Refused, refusing } from '../kit/faults.ts';

/** As tRPC writes it. */
export interface ResearchFault {
  readonly status: number;
  /** `NOT_FOUND`; rules state it as `type`. */
  readonly type: string;
  readonly message: string;
}

export class Refusal extends Refused<ResearchFault> {
  constructor(status: number, type: string, message: string) {
    super({ status, type, message }, message);
  }
}

export const invalid = (message: string) => new Refusal(400, 'BAD_REQUEST', message);
export const missing = (message: string) => new Refusal(404, 'NOT_FOUND', message);

export const system: ResearchFault = {
  status: 500,
  type: 'INTERNAL_SERVER_ERROR',
  message: 'Something broke.',
};

export const faultLibrary: FaultLibrary<ResearchFault> = {
  ...commonFaults({
    system,
    known: 'HTTP 500',
    any: { status: 400, type: 'BAD_REQUEST', message: 'Invalid input.' },
    takes: 'status, type (the word of the source, such as NOT_FOUND) and message',
  }),
  throttle: refusing(3, 'HTTP 429, with the seconds to wait', {
    status: 429,
    type: 'TOO_MANY_REQUESTS',
    message: 'Too many requests.',
  }),
  'token-expired': refusing(4, 'HTTP 401', {
    status: 401,
    type: 'UNAUTHORIZED',
    message: 'The key is not valid.',
  }),
  permission: refusing(4, 'HTTP 403', {
    status: 403,
    type: 'FORBIDDEN',
    message: 'Not included in your plan.',
  }),
  'token-revoked': behaviour(4, 'from this call on the key is dead (401) until faults are removed'),
  moved: behaviour(2, 'HTTP 302 to another host'),
  'other-answer': behaviour(2, '200 with JSON that is no result'),
  'huge-answer': behaviour(20, 'the answer has more than two million characters'),
  'key-told': behaviour(19, 'a refusal whose message repeats the key'),
};
