import {
  explained,
  type FailureClass,
  PlatformError,
  type PlatformFailure,
} from '../../base/errors.ts';
import type { ResearchQuestion, ResearchRefusal } from '../../ports/research.ts';

/** The research source in the place of a platform. */
export const SOURCE = 'research';

interface Meaning {
  readonly class: FailureClass;
  readonly fix: string;
  /** Default `platform_error`. */
  readonly answer?: 'not_found' | 'unprocessable_entity';
}

const RECONNECT =
  'An admin connects the source again with a key that works: dashboard, Settings, Connections.';
const LATER =
  'Send the request again in a moment. If it stays so, look at the status of the source.';
const CORRECT = 'Correct the input as the source says, and send it again.';
const LESS = 'Ask for less at a time: fewer rows, or a narrower filter.';

const input: Meaning = { class: 'rule', fix: CORRECT, answer: 'unprocessable_entity' };
const stumble: Meaning = { class: 'transient', fix: LATER };
const large: Meaning = { class: 'too-large', fix: LESS, answer: 'unprocessable_entity' };
const forbidden: Meaning = {
  class: 'blocked',
  fix: 'The key of the source may not do this. Look at its rights and the plan of its account at the source.',
};
const malformed: Meaning = {
  class: 'invalid',
  fix: 'The source does not take requests of this kind any more. Tell the operator of this service.',
};

const byCode: { readonly [code: string]: Meaning } = {
  PARSE_ERROR: input,
  BAD_REQUEST: input,
  UNPROCESSABLE_CONTENT: input,
  UNAUTHORIZED: { class: 'auth', fix: RECONNECT },
  PAYMENT_REQUIRED: forbidden,
  FORBIDDEN: forbidden,
  NOT_FOUND: {
    class: 'missing',
    fix: 'Check the name of the procedure, and the ids in its input.',
    answer: 'not_found',
  },
  METHOD_NOT_SUPPORTED: {
    class: 'rule',
    fix: 'Queries are asked with GET (research.query), mutations with POST (research.mutate): use the other one.',
    answer: 'unprocessable_entity',
  },
  TIMEOUT: stumble,
  CONFLICT: input,
  PRECONDITION_FAILED: input,
  PAYLOAD_TOO_LARGE: large,
  UNSUPPORTED_MEDIA_TYPE: malformed,
  TOO_MANY_REQUESTS: { class: 'throttled', fix: 'Send it again later.' },
  CLIENT_CLOSED_REQUEST: stumble,
  INTERNAL_SERVER_ERROR: stumble,
  NOT_IMPLEMENTED: malformed,
  BAD_GATEWAY: stumble,
  SERVICE_UNAVAILABLE: stumble,
  GATEWAY_TIMEOUT: stumble,
};

/** Where the source, or a gateway before it, gave a status and no code. */
const byStatus: { readonly [status: number]: string } = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  402: 'PAYMENT_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  499: 'CLIENT_CLOSED_REQUEST',
  501: 'NOT_IMPLEMENTED',
};

const onTheWire: { readonly [R in Exclude<ResearchRefusal['reason'], 'refused'>]: Meaning } = {
  unreachable: {
    class: 'throttled',
    fix: 'Nothing was sent. Send it again in a moment; if it stays so, check the way from this service to the source.',
  },
  timeout: stumble,
  cut: stumble,
  oversized: { class: 'too-large', fix: LESS },
  unreadable: stumble,
  redirected: {
    class: 'invalid',
    fix: 'The source has moved; redirects are not followed. The operator sets SLIPWAY_RESEARCH_BASE_URL to its new address.',
  },
};

function meaningOf({ reason, code, status }: ResearchRefusal): Meaning {
  if (reason !== 'refused') return onTheWire[reason];
  const known = byCode[code ?? ''] ?? byCode[byStatus[status ?? 0] ?? ''];
  return known ?? ((status ?? 500) >= 500 ? stumble : { class: 'invalid', fix: malformed.fix });
}

/** Whether a mutation may have been carried out all the same. */
export const isUncertain = (refusal: ResearchRefusal) =>
  ['transient', 'too-large'].includes(meaningOf(refusal).class) &&
  refusal.code !== 'PAYLOAD_TOO_LARGE' &&
  refusal.status !== 413;

const LOOK =
  'It may have been carried out all the same: look at the source before you send it again.';

export function researchFailure(
  refusal: ResearchRefusal,
  kind: ResearchQuestion['kind'],
): PlatformFailure {
  const { class: kindOfTrouble, fix } = meaningOf(refusal);
  const isRead = kind === 'query' || kind === 'scrape-status';
  const code = refusal.code ?? (refusal.status === undefined ? undefined : String(refusal.status));
  const mayBeDone = !isRead && isUncertain(refusal);
  return {
    platform: SOURCE,
    class: kindOfTrouble,
    ...(code !== undefined && { code }),
    message: refusal.message,
    fix: mayBeDone
      ? LOOK
      : kindOfTrouble === 'throttled'
        ? whenToRepeat(fix, refusal.retryAfterMs)
        : fix,
    retryable: !mayBeDone && ['transient', 'throttled'].includes(kindOfTrouble),
    ...(refusal.retryAfterMs !== undefined && { retryAfterMs: refusal.retryAfterMs }),
    traceId: refusal.traceId,
  };
}

const whenToRepeat = (fix: string, ms: number | undefined) =>
  ms === undefined ? fix : `Send it again in ${Math.max(1, Math.ceil(ms / 1000))} seconds.`;

export function researchError(
  refusal: ResearchRefusal,
  kind: ResearchQuestion['kind'],
): PlatformError {
  const failure = researchFailure(refusal, kind);
  const { answer } = meaningOf(refusal);
  if (answer === undefined)
    return new PlatformError(failure, failure.class === 'auth' ? { hint: 'research.connect' } : {});
  const details = [{ path: '', code: 'refused_by_source', message: explained(failure) }];
  return new PlatformError(failure, { code: answer, details });
}
