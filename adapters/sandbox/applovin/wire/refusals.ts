import { Refused } from '../../kit/faults.ts';

/** A refusal in the platform's words: a status, and two headers of which the first is seldom known. */
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
