import { errorPage } from '../../core/base/doc-pages.ts';
import {
  directed,
  type ErrorCode,
  explained,
  type Fault,
  PlatformError,
  SlipwayError,
  type Where,
} from '../../core/base/errors.ts';
import { itemError } from '../../core/base/refusal.ts';
import { UploadError } from '../../core/media/upload-error.ts';

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

export const statusOf = (code: ErrorCode): number => answers[code].status;

/** Raised by the server itself: the path exists, the method does not. */
export class MethodNotAllowed extends Error {
  readonly allow: readonly string[];

  constructor(allow: readonly string[]) {
    super(`This path answers ${allow.join(', ')}.`);
    this.allow = allow;
  }
}

interface ErrorAnswer {
  readonly status: number;
  readonly code: string;
  readonly body: unknown;
  readonly headers: { readonly [name: string]: string };
}

interface ErrorPlace {
  readonly envelope: Envelope;
  readonly requestId: string;
  readonly publicUrl: string;
  /** How the door that is answered says where to go from here. */
  readonly where: Where;
}

/** An error as its surface words it. What core did not throw is "internal" and nothing more: its words are for the log. */
export function errorAnswer(error: unknown, { envelope, requestId, publicUrl, where }: ErrorPlace): ErrorAnswer {
  const { status, code, message, headers, details } = describe(error, where);
  const answer = (body: unknown): ErrorAnswer => ({ status, code, body, headers });
  const olderAnswer = (older: string): ErrorAnswer =>
    answer({ error: { code: older, message: withFaults(message, details), doc_url: `${publicUrl}/docs#error-${older}` } });
  if (envelope === 'older') return olderAnswer(olderCodes[code] ?? code);
  if (envelope === 'upload' && ![401, 403, 429].includes(status)) {
    const upload = error instanceof UploadError ? error : undefined;
    const more = upload?.uploadDetails ?? (details.length > 0 ? { faults: details } : {});
    return answer({ success: false, error: upload?.uploadCode ?? code.toUpperCase(), message, details: more });
  }
  const help = `<${publicUrl}/docs/${errorPage(details[0]?.code ?? code)}>; rel="help"`;
  const body = {
    success: false,
    error: {
      code,
      message,
      requestId,
      ...(details.length > 0 && { details }),
      ...(error instanceof SlipwayError && error.faultCount > error.details.length && unlistedFaults(error)),
      ...(error instanceof PlatformError && platformFields(error)),
    },
  };
  return { status, code, body, headers: { ...headers, Link: help } };
}

function unlistedFaults({ faultCount, faultOffset, details }: SlipwayError) {
  const next = faultOffset + details.length;
  const faults = { total: faultCount, offset: faultOffset, next: next < faultCount ? next : null };
  return { faults, faultCount };
}

/** Codes that the older surface has under names of its own. */
const olderCodes: { readonly [code: string]: string | undefined } = { gone: 'invite_expired' };

/** The older envelope has no place for details: its message says what and where. */
function withFaults(message: string, details: readonly Fault[]): string {
  return [
    message,
    ...details
      .filter((fault) => fault.message !== message)
      .map((fault) => `${fault.path}: ${fault.message}`)
      .slice(0, 10),
  ].join(' ');
}

interface Described extends Omit<ErrorAnswer, 'body'> {
  readonly message: string;
  readonly details: readonly Fault[];
}

function describe(error: unknown, where: Where): Described {
  if (error instanceof MethodNotAllowed) {
    const headers = { Allow: error.allow.join(', ') };
    return { status: 405, code: 'method_not_allowed', message: error.message, headers, details: [] };
  }
  if (error instanceof SlipwayError) {
    const text = error instanceof PlatformError ? explained(error.failure) : error.message;
    return { ...answers[error.code], ...directed(error, where, text), headers: {} };
  }
  const message = 'Something went wrong on our side. Try again; if it stays, tell us the request id.';
  return { ...answers.internal_server_error, message, headers: {}, details: [] };
}

const platformFields = ({ failure }: PlatformError) => ({
  platform: failure.platform,
  // Always there, null where the platform gave none.
  platformCode: failure.code ?? null,
  platformSubcode: failure.subcode ?? null,
  platformMessage: failure.message,
  traceId: failure.traceId,
  retryable: failure.retryable,
  // As in the results of single items.
  platformError: itemError(failure).platformError,
});
