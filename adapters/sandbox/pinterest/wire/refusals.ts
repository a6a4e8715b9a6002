import { Refused } from '../../kit/faults.ts';

/** Of a body, or of one item. */
export interface PinterestFault {
  readonly status: number;
  readonly code: number;
  readonly message: string;
}

export class Refusal extends Refused<PinterestFault> {
  constructor(status: number, message: string, code = status) {
    super({ status, code, message }, message);
  }
}

export const invalid = (message: string): Refusal => new Refusal(400, `Invalid parameters: ${message}`);

export const missing = (name: string): Refusal => invalid(`'${name}' is a required property`);

/** Also for objects of other users. */
export const notFound = (what: string): Refusal => new Refusal(404, `${what} not found.`, 2);

export const forbidden = (message: string): Refusal => new Refusal(403, message);
