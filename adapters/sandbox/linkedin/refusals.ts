import { Refused } from '../kit/faults.ts';

/** Only accounts, campaign groups and campaigns have a code. */
export interface LinkedinFault {
  readonly status: number;
  readonly message: string;
  readonly errorCode?: string;
  readonly serviceErrorCode?: number;
  readonly field?: string;
}

export class Refusal extends Refused<LinkedinFault> {
  constructor(fault: LinkedinFault) {
    super(fault, fault.message);
  }
}

export const invalid = (message: string, field?: string) =>
  new Refusal({ status: 400, message, ...(field !== undefined && { field }) });

/** As campaign groups and campaigns answer. */
export const coded = (errorCode: string, message: string, field?: string) =>
  new Refusal({ status: 400, errorCode, message, ...(field !== undefined && { field }) });

export const missing = (name: string) => coded('MISSING_FIELD', `${name} is required.`, name);

export const notFound = (what: string) =>
  new Refusal({ status: 404, errorCode: 'NOT_FOUND', message: `${what} was not found.` });

export const denied = (message: string) =>
  new Refusal({ status: 403, errorCode: 'ACCESS_DENIED', serviceErrorCode: 100, message });
