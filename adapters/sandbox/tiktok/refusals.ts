/** A refusal in the platform's words: its code inside an answer with HTTP 200. */
export class Refusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** 40002: a parameter is missing, of the wrong type or breaks a rule. */
export const invalid = (message: string): Refusal => new Refusal(40002, message);

/** The platform says the same whether an account does not exist or is somebody else's. */
export const forbidden = (what: string): Refusal =>
  new Refusal(40001, `Permission error: No permission to operate ${what}. Please check the authorization of the access token.`);
