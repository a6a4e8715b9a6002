import type { JsonObject } from '../../entity.ts';
import { Refused } from '../../kit/faults.ts';
import { refusals } from './refusals.ts';

export interface GraphFault {
  readonly code: number;
  readonly subcode?: number;
  readonly message?: string;
  /** Default 500 for codes 1 and 2, else 400. */
  readonly status?: number;
  readonly type?: string;
  readonly transient?: boolean;
  readonly title?: string;
  readonly userMessage?: string;
  /** Paths of the parameters at fault. */
  readonly blame?: readonly (readonly string[])[];
}

export class GraphError extends Refused<GraphFault> {
  constructor(fault: GraphFault) {
    super(fault, fault.message ?? 'Invalid parameter');
  }
}

export function refuse(subcode: number, more: Partial<GraphFault> = {}): GraphError {
  const row = refusals[subcode];
  return new GraphError({
    code: row?.[0] ?? 100,
    subcode,
    ...(row === undefined ? {} : { title: row[1], userMessage: row[2] }),
    ...more,
  });
}

/** Code 100 without a subcode: a parameter is missing or malformed. */
export const invalid = (message: string, ...blame: string[]): GraphError =>
  new GraphError({ code: 100, message: `(#100) ${message}`, ...(blame.length === 0 ? {} : { blame: [blame] }) });

/** Missing objects and those of others look alike. */
export const missing = (id: string, method: string): GraphError =>
  new GraphError({
    code: 100,
    subcode: 33,
    type: 'GraphMethodException',
    message: `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
  });

export const statusOf = (fault: GraphFault): number => fault.status ?? (fault.code === 1 || fault.code === 2 ? 500 : 400);

/** `error_data` is a JSON string on most edges, an object on some. */
export function envelope(fault: GraphFault, trace: string, errorData: 'string' | 'object' = 'string'): JsonObject {
  const data = fault.blame === undefined ? undefined : { blame_field_specs: fault.blame };
  return {
    error: {
      message: fault.message ?? 'Invalid parameter',
      type: fault.type ?? 'OAuthException',
      code: fault.code,
      ...(fault.subcode === undefined ? {} : { error_subcode: fault.subcode }),
      is_transient: fault.transient ?? false,
      ...(fault.title === undefined ? {} : { error_user_title: fault.title }),
      ...(fault.userMessage === undefined ? {} : { error_user_msg: fault.userMessage }),
      ...(data === undefined ? {} : { error_data: errorData === 'string' ? JSON.stringify(data) : data }),
      fbtrace_id: trace,
    },
  };
}
