import type { Json, JsonObject } from '../../entity.ts';
import { Refused } from '../../kit/faults.ts';

/** A step of the path to the fault: `operations` 2, `create`, `name`. */
export interface PathPart {
  readonly name: string;
  readonly index?: number;
}

export interface GoogleFault {
  readonly status: number;
  /** PERMISSION_DENIED. */
  readonly rpc?: string;
  /** `queryError` and `BAD_FIELD_NAME`. Without a family the answer has only the status. */
  readonly family?: string;
  readonly type?: string;
  readonly message: string;
  readonly path?: readonly PathPart[];
  readonly trigger?: string;
  readonly details?: JsonObject;
}

export class Refusal extends Refused<GoogleFault> {
  constructor(fault: GoogleFault) {
    super(fault, fault.message);
  }
}

const rpcNames: { readonly [status: number]: string } = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

export const rpcOf = ({ status, rpc }: GoogleFault): string => rpc ?? rpcNames[status] ?? 'UNKNOWN';

/** Listed in a GoogleAdsFailure. */
export const refusal = (family: string, type: string, message: string, more: Partial<GoogleFault> = {}): Refusal =>
  new Refusal({ status: 400, family, type, message, ...more });

/** From the gateway: the body never reaches the API. */
export const badPayload = (message: string): Refusal => new Refusal({ status: 400, message });

export function errorOf({ family = '', type = '', message, path, trigger, details }: GoogleFault): JsonObject {
  return {
    errorCode: { [family]: type },
    message,
    ...(trigger !== undefined && { trigger: { stringValue: trigger } }),
    ...(path !== undefined && {
      location: {
        fieldPathElements: path.map(({ name, index }) => ({ fieldName: name, ...(index !== undefined && { index }) })),
      },
    }),
    ...(details !== undefined && { details }),
  };
}

export const failureOf = (version: string, requestId: string, faults: readonly GoogleFault[]): Json => ({
  '@type': `type.googleapis.com/google.ads.googleads.${version}.errors.GoogleAdsFailure`,
  errors: faults.map(errorOf),
  requestId,
});
