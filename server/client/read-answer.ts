import type { Fault } from '../../core/base/errors.ts';
import type { TableRow } from '../../core/operations/place.ts';
import { type PlacedName as OperationName, placeOf } from '../routes/table.ts';
import { ApiError } from './api-error.ts';
import type { AnswerFacts, AnswerOf } from './types.ts';

/** An answer of HTTP, whatever fetched it. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | undefined };
  readonly text: string;
}

export interface ReadOptions {
  readonly url?: string | undefined;
  /** Reads the JSON of answers and errors. Default `JSON.parse`. */
  readonly parse?: ((text: string) => unknown) | undefined;
}

/**
 * What the service answered, for transports of one's own. Throws `ApiError` for whatever is not the
 * answer that was asked for.
 *
 * @example
 * import { readAnswer, requestFor } from 'slipway/client';
 *
 * const { method, path } = requestFor('me');
 * const response = await fetch(`http://127.0.0.1:4000${path}`, {
 *   method,
 *   headers: { authorization: `Bearer ${process.env.SLIPWAY_KEY}` },
 * });
 * const headers = Object.fromEntries(response.headers);
 * const { company } = readAnswer('me', { status: response.status, headers, text: await response.text() });
 * console.log(company.name);
 */
export function readAnswer<N extends OperationName>(
  name: N,
  answer: HttpAnswer,
  options: ReadOptions = {},
): AnswerOf<N> {
  const value = readJson(answer, `its answer to ${name}`, options);
  const { path, shape = 'answer' } = placeOf(name);
  const { word, fits } = shapes[shape];
  // Whatever else it has, the service writes by the schemas that the type comes from.
  if (fits(value as Members)) return value as AnswerOf<N>;
  const where = notSlipway({ url: `${options.url ?? ''}${path}` });
  throw new ApiError(
    answer.status,
    'not_slipway',
    `${where}: its answer to ${name}, with status ${answer.status}, is no ${word}.`,
  );
}

type Members = { readonly [name: string]: unknown };

const shapes: {
  readonly [S in NonNullable<TableRow['shape']> | 'answer']: {
    readonly word: string;
    fits(value: Members): boolean;
  };
} = {
  answer: { word: 'answer of the API', fits: ({ success }) => typeof success === 'boolean' },
  list: { word: 'list', fits: ({ data }) => Array.isArray(data) },
  page: {
    word: 'list',
    fits: ({ data, pagination }) => Array.isArray(data) && typeof pagination === 'object',
  },
  batch: { word: 'batch', fits: ({ adBatchId }) => adBatchId !== undefined },
};

/** The same for what is no operation. `what` names the answer in a message. */
export function readJson(answer: HttpAnswer, what: string, options: ReadOptions = {}): object {
  if (answer.status < 200 || answer.status > 299) throw errorOf(answer, options);
  const value = parsed(answer.text, options);
  if (typeof value === 'object' && value !== null) return value;
  throw new ApiError(answer.status, 'not_slipway', `${notSlipway(options)}: ${what} is not JSON.`);
}

/** What is known of an answer beside its text. */
export const factsOf = ({
  status,
  headers,
}: Pick<HttpAnswer, 'status' | 'headers'>): AnswerFacts => ({
  status,
  replayed: headers['idempotent-replay'] !== undefined,
  requestId: headers['x-request-id'],
});

/** The error that an answer of another status than 2xx is. */
export function errorOf(answer: HttpAnswer, options: ReadOptions = {}): ApiError {
  const { status, headers } = answer;
  const around = {
    requestId: headers['x-request-id'],
    retryAfter: secondsOf(headers['retry-after']),
  };
  const body = (parsed(answer.text, options) ?? {}) as Envelope;
  const { error } = body;
  if (typeof error === 'string') {
    const { message = `The service answered ${status}.`, details } = body;
    return new ApiError(status, error, message, {
      ...around,
      details: details?.faults,
      answer: body,
    });
  }
  if (typeof error?.code === 'string') {
    const {
      code,
      message = `The service answered ${status}.`,
      details,
      faultCount,
      requestId = around.requestId,
    } = error;
    return new ApiError(status, code, message, {
      ...around,
      details,
      faultCount,
      requestId,
      answer: error,
    });
  }
  if (isGateway(status))
    return new ApiError(status, 'unreachable', `${between(options)} answered ${status}.`, around);
  if (status === 429)
    return new ApiError(
      status,
      'rate_limit_exceeded',
      `${between(options)} limits requests.`,
      around,
    );
  return new ApiError(
    status,
    'not_slipway',
    `${notSlipway(options)}: it answered ${status}.`,
    around,
  );
}

interface Envelope {
  readonly error?:
    | string
    | {
        readonly code?: string;
        readonly message?: string;
        readonly details?: readonly Fault[];
        readonly faultCount?: number;
        readonly requestId?: string;
      };
  readonly message?: string;
  readonly details?: { readonly faults?: readonly Fault[] };
}

export const isGateway = (status: number): boolean =>
  status === 502 || status === 503 || status === 504;

const at = ({ url }: ReadOptions): string => (url === undefined ? '' : ` at ${url}`);
const notSlipway = (options: ReadOptions): string => `What answers${at(options)} is not Slipway`;
const between = (options: ReadOptions): string =>
  `Slipway${at(options)} was not reached: what stands in front of it`;

function parsed(text: string, { parse = JSON.parse }: ReadOptions): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function secondsOf(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const until = Date.parse(header);
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - Date.now()) / 1000));
}
