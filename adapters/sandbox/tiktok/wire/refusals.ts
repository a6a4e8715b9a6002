import { Refused } from '../../kit/faults.ts';

/** A refusal in the platform's words: its code inside an answer with HTTP 200. */
export interface TiktokFault {
  readonly code: number;
  readonly message: string;
}

export class Refusal extends Refused<TiktokFault> {
  constructor(code: number, message: string) {
    super({ code, message }, message);
  }
}

/** 40002: a parameter is missing, of the wrong type or breaks a rule. */
export const invalid = (message: string): Refusal => new Refusal(40002, message);

export const missing = (name: string): Refusal => invalid(`${name}: Missing data for required field.`);

/** The platform says the same whether an account does not exist or is somebody else's. */
export const forbidden = (what: string): Refusal =>
  new Refusal(40001, `Permission error: No permission to operate ${what}. Please check the authorization of the access token.`);
