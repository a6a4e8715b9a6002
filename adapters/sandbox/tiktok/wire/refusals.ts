import { Refused } from '../../kit/faults.ts';

/** Inside an answer with HTTP 200. */
export interface TiktokFault {
  readonly code: number;
  readonly message: string;
}

export class Refusal extends Refused<TiktokFault> {
  constructor(code: number, message: string) {
    super({ code, message }, message);
  }
}

export const invalid = (message: string): Refusal => new Refusal(40002, message);

export const missing = (name: string): Refusal => invalid(`${name}: Missing data for required field.`);

/** Also for accounts of others. */
export const forbidden = (what: string): Refusal =>
  new Refusal(40001, `Permission error: No permission to operate ${what}. Please check the authorization of the access token.`);
