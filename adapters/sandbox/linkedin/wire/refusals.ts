import { Refused } from '../../kit/faults.ts';

/** A refusal in the platform's words. Only accounts, campaign groups and campaigns give a code. */
export interface LinkedinFault {
  readonly status: number;
  readonly message: string;
  readonly errorCode?: string;
  readonly serviceErrorCode?: number;
  /** The field that is at fault, where it is told. */
  readonly field?: string;
}

export class Refusal extends Refused<LinkedinFault> {
  constructor(fault: LinkedinFault) {
    super(fault, fault.message);
  }
}

export const invalid = (message: string, field?: string): Refusal =>
  new Refusal({ status: 400, message, ...(field !== undefined && { field }) });

/** With a code, as campaign groups and campaigns answer. */
export const coded = (errorCode: string, message: string, field?: string): Refusal =>
  new Refusal({ status: 400, errorCode, message, ...(field !== undefined && { field }) });

export const missing = (name: string): Refusal => coded('MISSING_FIELD', `${name} is required.`, name);

export const notFound = (what: string): Refusal =>
  new Refusal({ status: 404, errorCode: 'NOT_FOUND', message: `${what} was not found.` });

export const denied = (message: string): Refusal =>
  new Refusal({ status: 403, errorCode: 'ACCESS_DENIED', serviceErrorCode: 100, message });
