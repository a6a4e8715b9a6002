import { Refused } from '../../kit/faults.ts';

/** A refusal in the platform's words: the code and message of a body, or of one item of it. */
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

/** 400: a parameter is missing, of the wrong type or breaks a rule. */
export const invalid = (message: string): Refusal => new Refusal(400, `Invalid parameters: ${message}`);

export const missing = (name: string): Refusal => invalid(`'${name}' is a required property`);

/** The platform says the same whether an object does not exist or is another user's. */
export const notFound = (what: string): Refusal => new Refusal(404, `${what} not found.`, 2);

export const forbidden = (message: string): Refusal => new Refusal(403, message);
