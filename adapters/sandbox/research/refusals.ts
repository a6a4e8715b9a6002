import { Refused } from '../kit/faults.ts';

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

export const invalid = (message: string): Refusal => new Refusal(400, 'BAD_REQUEST', message);
export const missing = (message: string): Refusal => new Refusal(404, 'NOT_FOUND', message);
