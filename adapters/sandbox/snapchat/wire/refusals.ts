import { Refused } from '../../kit/faults.ts';

/** A refusal in the platform's words: an HTTP status, and mostly a code. */
export interface SnapchatFault {
  readonly status: number;
  /** As it is written, `E1008`, or its number. */
  readonly code?: string | number;
  readonly message: string;
  /** Refused tokens and budgets are answered in another form. */
  readonly short?: boolean;
  /** The token endpoint has a form of its own: the value of `error`. */
  readonly oauth?: string;
}

export class Refusal extends Refused<SnapchatFault> {
  constructor(fault: SnapchatFault) {
    super(fault, fault.message);
  }
}

/** A field is wrong, unknown, or does not go with another. */
export const invalid = (message: string): Refusal => new Refusal({ status: 400, code: 'E1008', message });

export const missing = (name: string): Refusal => invalid(`${name} is required.`);

export const notFound = (what: string, id: string): Refusal =>
  new Refusal({ status: 404, code: 'E3003', message: `${what} ${id} not found.` });

export const forbidden = (message: string): Refusal => new Refusal({ status: 403, message });

export const wrongContent = (message: string): Refusal => new Refusal({ status: 415, code: 'E1006', message });

export const codeOf = ({ code }: SnapchatFault): string | undefined =>
  code === undefined ? undefined : typeof code === 'number' ? `E${code}` : code;
