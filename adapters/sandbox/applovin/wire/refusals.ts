import { Refused } from '../../kit/faults.ts';

/** A status and two headers; the values of the first are mostly unknown. */
export interface ApplovinFault {
  readonly status: number;
  readonly code?: number;
  readonly message: string;
}

export class Refusal extends Refused<ApplovinFault> {
  constructor(status: number, message: string, code?: number) {
    super({ status, message, ...(code !== undefined && { code }) }, message);
  }
}

export const invalid = (message: string): Refusal => new Refusal(400, message);

export const missing = (name: string): Refusal => invalid(`${name} is required.`);
