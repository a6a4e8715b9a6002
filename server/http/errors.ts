import { type ErrorCode, explained, PlatformError, SlipwayError, withHint } from '../../core/base/errors.ts';
import { itemError } from '../../core/base/refusal.ts';
import { UploadError } from '../../core/media/upload-error.ts';

/** How a surface words its errors. */
export type Envelope = 'v1' | 'older' | 'upload';

/** The one table from what core throws to what a caller sees. A new code does not compile until it stands here. */
const answers: { readonly [C in ErrorCode]: { readonly status: number; readonly code: string } } = {
  bad_request: { status: 400, code: 'bad_request' },
  unauthorized: { status: 401, code: 'unauthorized' },
  forbidden: { status: 403, code: 'forbidden' },
  company_suspended: { status: 403, code: 'company_suspended' },
  not_found: { status: 404, code: 'not_found' },
  conflict: { status: 409, code: 'conflict' },
  gone: { status: 410, code: 'gone' },
  invite_expired: { status: 410, code: 'invite_expired' },
  payload_too_large: { status: 413, code: 'payload_too_large' },
  unsupported_media_type: { status: 415, code: 'unsupported_media_type' },
  unprocessable_entity: { status: 422, code: 'unprocessable_entity' },
  rate_limit_exceeded: { status: 429, code: 'rate_limit_exceeded' },
  internal_server_error: { status: 500, code: 'internal_server_error' },
  platform_error: { status: 502, code: 'platform_error' },
  unavailable: { status: 503, code: 'unavailable' },
  closed: { status: 503, code: 'unavailable' },
  media_unreachable: { status: 422, code: 'unprocessable_entity' },
  media_too_large: { status: 413, code: 'payload_too_large' },
  media_invalid: { status: 415, code: 'unsupported_media_type' },
  unreadable_secret: { status: 503, code: 'unavailable' },
  storage_unusable: { status: 503, code: 'unavailable' },
};

/** The status a refusal has. */
export const statusOf = (code: ErrorCode): number => answers[code].status;

/** Raised by the server itself: the path exists, the method does not. */
export class MethodNotAllowed extends Error {
  readonly allow: readonly string[];

  constructor(allow: readonly string[]) {
    super(`This path answers ${allow.join(', ')}.`);
    this.allow = allow;
  }
}

export interface ErrorAnswer {
  readonly status: number;
  readonly code: string;
  readonly body: unknown;
  readonly headers: { readonly [name: string]: string };
}

/** An error as its surface words it. What core did not throw itself is told as nothing but "internal": its words are for the log. */
export function errorAnswer(error: unknown, envelope: Envelope, requestId: string, publicUrl: string): ErrorAnswer {
  const { status, code, message, headers } = describe(error);
  const answer = (body: unknown): ErrorAnswer => ({ status, code, body, headers });
  const olderAnswer = (older: string): ErrorAnswer =>
    answer({ error: { code: older, message: withFaults(message, error), doc_url: `${publicUrl}/docs#error-${older}` } });
  if (envelope === 'older') return olderAnswer(olderCodes[code] ?? code);
  if (envelope === 'upload' && ![401, 403, 429].includes(status)) {
    const upload = error instanceof UploadError ? error : undefined;
    const details =
      upload?.uploadDetails ?? (error instanceof SlipwayError && error.details.length > 0 ? { faults: error.details } : {});
    return answer({ success: false, error: upload?.uploadCode ?? code.toUpperCase(), message, details });
  }
  return answer({
    success: false,
    error: {
      code,
      message,
      requestId,
      ...(error instanceof SlipwayError && error.details.length > 0 && { details: error.details.map(withHint) }),
      ...(error instanceof SlipwayError && error.faultCount > error.details.length && { faultCount: error.faultCount }),
      ...(error instanceof PlatformError && platformFields(error)),
    },
  });
}

/** Codes that the older surface has under names of its own. */
const olderCodes: { readonly [code: string]: string | undefined } = { gone: 'invite_expired' };

/** The older envelope has no place for details: its message says what and where. */
function withFaults(message: string, error: unknown): string {
  const details = error instanceof SlipwayError ? error.details : [];
  return [
    message,
    ...details
      .filter((fault) => fault.message !== message)
      .map((fault) => `${fault.path}: ${fault.message}`)
      .slice(0, 10),
  ].join(' ');
}

function describe(error: unknown): Omit<ErrorAnswer, 'body'> & { readonly message: string } {
  if (error instanceof MethodNotAllowed)
    return { status: 405, code: 'method_not_allowed', message: error.message, headers: { Allow: error.allow.join(', ') } };
  if (error instanceof PlatformError) return { ...answers[error.code], message: explained(error.failure), headers: {} };
  if (error instanceof SlipwayError) return { ...answers[error.code], message: error.message, headers: {} };
  const message = 'Something went wrong on our side. Try again; if it stays, tell us the request id.';
  return { ...answers.internal_server_error, message, headers: {} };
}

const platformFields = ({ failure }: PlatformError) => ({
  platform: failure.platform,
  // Always there, null where the platform gave none.
  platformCode: failure.code ?? null,
  platformSubcode: failure.subcode ?? null,
  platformMessage: failure.message,
  traceId: failure.traceId,
  retryable: failure.retryable,
  // The same as stands in the results of single items, for whoever reads both.
  platformError: itemError(failure).platformError,
});
