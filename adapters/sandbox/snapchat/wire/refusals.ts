import { Refused } from '../../kit/faults.ts';

export interface SnapchatFault {
  readonly status: number;
  /** `E1008`, or its number. */
  readonly code?: string | number;
  readonly message: string;
  /** Tokens and budgets are refused in another form. */
  readonly short?: boolean;
  /** The token endpoint's `error`. */
  readonly oauth?: string;
}

export class Refusal extends Refused<SnapchatFault> {
  constructor(fault: SnapchatFault) {
    super(fault, fault.message);
  }
}

export const invalid = (message: string): Refusal => new Refusal({ status: 400, code: 'E1008', message });

export const missing = (name: string): Refusal => invalid(`${name} is required.`);

export const notFound = (what: string, id: string): Refusal =>
  new Refusal({ status: 404, code: 'E3003', message: `${what} ${id} not found.` });

export const forbidden = (message: string): Refusal => new Refusal({ status: 403, message });

export const wrongContent = (message: string): Refusal => new Refusal({ status: 415, code: 'E1006', message });

export const codeOf = ({ code }: SnapchatFault): string | undefined =>
  code === undefined ? undefined : typeof code === 'number' ? `E${code}` : code;
