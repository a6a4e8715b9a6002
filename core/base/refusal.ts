import {
  type ErrorCode,
  explained,
  type Fault,
  PlatformError,
  type PlatformFailure,
  SlipwayError,
} from './errors.ts';

/** Throws all faults of a request together, if any. */
export function refuseFaults(faults: readonly Fault[]): void {
  const [first] = faults;
  if (first === undefined) return;
  const message =
    faults.length === 1 ? first.message : `The request breaks ${faults.length} rules.`;
  throw new SlipwayError('unprocessable_entity', message, { details: faults });
}

/**
 * Where in the request to point: the id of the object, and its fields, by the names of this
 * service.
 */
export interface RequestFields {
  readonly missing?: string;
  /** What is wrong where the platform takes a value for invalid and names no field. */
  readonly invalid?: string;
  readonly fields?: { readonly [field: string]: string };
}

/**
 * Turns the platform's refusals into faults of the request: an unknown id is `not_found`, a broken
 * rule `unprocessable_entity`, each with the field; all else stays a platform error.
 */
export async function withRequestErrors<T>(at: RequestFields, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'platform_error')
      throw worded(error.failure, at);
    throw error;
  }
}

function worded(
  refused: PlatformFailure,
  { missing, invalid, fields = {} }: RequestFields,
): PlatformError {
  const failure = sentAgain(refused);
  const message = explained(failure);
  if (failure.class === 'missing') {
    const details =
      missing === undefined ? [] : [{ path: missing, code: 'unknown_object', message }];
    return new PlatformError(failure, { code: 'not_found', details });
  }
  const path = pathOf(failure, fields) ?? (failure.class === 'invalid' ? invalid : undefined);
  // An invalid value is the caller's when the platform names its field.
  const isCallers = failure.class === 'rule' || (failure.class === 'invalid' && path !== undefined);
  if (!isCallers) return new PlatformError(failure);
  const details = path === undefined ? [] : [{ path, code: 'platform_rule', message }];
  return new PlatformError(failure, { code: 'unprocessable_entity', details });
}

/** Unlike a launch, an answered request is not resumed when the platform allows calls again. */
function sentAgain(failure: PlatformFailure): PlatformFailure {
  if (failure.class !== 'throttled') return failure;
  const { retryAfterMs } = failure;
  const when =
    retryAfterMs === undefined
      ? 'a few minutes'
      : `${Math.max(1, Math.ceil(retryAfterMs / 1000))} seconds`;
  return { ...failure, fix: `Nothing was changed. Send the request again in ${when}.` };
}

/** The longest known beginning of the path the platform blames. */
function pathOf(
  failure: PlatformFailure,
  fields: { readonly [field: string]: string },
): string | undefined {
  const parts = failure.field?.split('.') ?? [];
  for (let length = parts.length; length > 0; length -= 1) {
    const known = fields[parts.slice(0, length).join('.')];
    if (known !== undefined) return known;
  }
  return undefined;
}

/** A refusal in the result of a single item. */
export const itemError = (failure: PlatformFailure) => ({
  error: explained(sentAgain(failure)),
  platformError: {
    ...(failure.code !== undefined && { code: failure.code }),
    ...(failure.subcode !== undefined && { subcode: failure.subcode }),
    message: failure.message,
    traceId: failure.traceId,
  },
});

/** An error with one fault, whose message is its own. */
export const refusal = (code: ErrorCode, fault: Fault): SlipwayError =>
  new SlipwayError(code, fault.message, { details: [fault] });

/** A rule about values that a request breaks. */
export const breaks = (path: string, code: string, message: string): SlipwayError =>
  refusal('unprocessable_entity', { path, code, message });
