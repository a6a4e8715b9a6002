import { defined } from '../../core/base/defined.ts';
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

/** Codes that callers see under another name. */
const shownCodes: { readonly [C in ErrorCode]?: ErrorCode } = {
  closed: 'unavailable',
  media_unreachable: 'unprocessable_entity',
  media_too_large: 'payload_too_large',
  media_invalid: 'unsupported_media_type',
  unreadable_secret: 'unavailable',
  storage_unusable: 'unavailable',
};

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

/**
 * An error as its surface words it. What core did not throw is "internal" and nothing more: its
 * words are for the log.
 */
export function errorAnswer(
  error: unknown,
  { envelope, requestId, publicUrl, where }: ErrorPlace,
): ErrorAnswer {
  const { status, code, message, headers, details } = describe(error, where);
  const answer = (body: unknown): ErrorAnswer => ({ status, code, body, headers });
  const olderAnswer = (older: string): ErrorAnswer =>
    answer({
      error: {
        code: older,
        message: withFaults(message, details),
        doc_url: `${publicUrl}/docs#error-${older}`,
      },
    });
  if (envelope === 'older') return olderAnswer(olderCodes[code] ?? code);
  if (envelope === 'upload' && ![401, 403, 429].includes(status)) {
    const upload = error instanceof UploadError ? error : undefined;
    const more = upload?.uploadDetails ?? (details.length > 0 ? { faults: details } : {});
    return answer({
      success: false,
      error: upload?.uploadCode ?? code.toUpperCase(),
      message,
      details: more,
    });
  }
  const help = `<${publicUrl}/docs/${errorPage(details[0]?.code ?? code)}>; rel="help"`;
  const body = {
    success: false,
    error: {
      code,
      message,
      requestId,
      ...(details.length > 0 && { details }),
      ...(error instanceof SlipwayError &&
        error.faultCount > error.details.length &&
        unlistedFaults(error)),
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
    return {
      status: 405,
      code: 'method_not_allowed',
      message: error.message,
      headers,
      details: [],
    };
  }
  if (error instanceof SlipwayError) {
    const text =
      error instanceof PlatformError && error.message === error.failure.message
        ? explained(error.failure)
        : error.message;
    const { status, code } = error;
    const wait = error instanceof PlatformError ? waitOf(error) : undefined;
    const headers: Described['headers'] = wait === undefined ? {} : { 'Retry-After': String(wait) };
    return { status, code: shownCodes[code] ?? code, ...directed(error, where, text), headers };
  }
  const message =
    'Something went wrong on our side. Try again; if it stays, tell us the request id.';
  return { status: 500, code: 'internal_server_error', message, headers: {}, details: [] };
}

/**
 * Seconds until the platform takes requests again, where it says so or the service holds them back.
 */
const waitOf = ({ failure: { retryAfterMs } }: PlatformError): number | undefined =>
  retryAfterMs === undefined ? undefined : Math.max(1, Math.ceil(retryAfterMs / 1000));

const platformFields = (error: PlatformError) => ({
  ...platformWords(error),
  ...defined({ retryAfterSeconds: waitOf(error) }),
});

const platformWords = ({ failure }: PlatformError) => ({
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
