import type { OperationName } from '../../core/features/registry.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { HttpFailure, HttpResponse, HttpResult } from '../../core/ports/http.ts';
import { moment } from '../../core/sheet/row-status.ts';
import { ApiError } from '../../server/client/api-error.ts';
import { isUnderWay, pauseAfter } from '../../server/client/patience.ts';
import { errorOf, readAnswer } from '../../server/client/read-answer.ts';
import type { AnswerOf, InputOf } from '../../server/client/types.ts';
import type { App } from './app.ts';
import { type AskingApp, backend, type OperationCall } from './host.ts';
import { consentUrl, lacksConsent, Problem, problemOf } from './problem.ts';
import { say } from './say.ts';
import { requireConnection } from './settings.ts';

/** The service, with a key: its operations by their names. Refusals are thrown as problems. */
export interface Service {
  readonly companyId: string;
  /** Side by side, answers in the order of the inputs. */
  getAll<N extends OperationName>(
    name: N,
    inputs: readonly InputOf<N>[],
  ): Promise<readonly AnswerOf<N>[]>;
  /** The same, with undefined for what the service does not have. */
  findAll<N extends OperationName>(
    name: N,
    inputs: readonly InputOf<N>[],
  ): Promise<readonly (AnswerOf<N> | undefined)[]>;
  /** The same, with a problem for what the service refuses. */
  tryAll<N extends OperationName>(
    name: N,
    inputs: readonly InputOf<N>[],
  ): Promise<readonly (AnswerOf<N> | Problem)[]>;
  /**
   * @param options.patient waits for the service's limit on the spot, instead of telling whoever
   * asks to come again
   */
  call<N extends OperationName>(
    name: N,
    input: InputOf<N>,
    options?: { readonly idempotencyKey?: string; readonly patient?: boolean },
  ): Promise<AnswerOf<N>>;
}

export const openService = (app: App): Service => {
  const { key, companyId } = requireConnection(app);
  return createService(app, key, companyId);
};

/** How long a call of the sidebar waits for the service's limit. */
const PATIENCE_MS = 15_000;

/** Tries of a request without an answer; all requests here can be repeated. */
const TRIES = 3;

export function createService(app: AskingApp, key: string, companyId: string): Service {
  const { clock, deadline } = app;
  const ask = (calls: readonly OperationCall[]): Promise<readonly HttpResult[]> =>
    backend().askAll(app, key, calls);
  const tryEach = <N extends OperationName>(
    name: N,
    inputs: readonly InputOf<N>[],
  ): Promise<HttpResult[]> =>
    insist(
      ask,
      clock,
      inputs.map((input) => ({ name, input })),
      deadline,
    );
  const answered = (result: HttpResult): HttpResponse => {
    if (!result.ok) throw failureIn(result, clock.now());
    return result;
  };
  const get = async <N extends OperationName>(
    name: N,
    inputs: readonly InputOf<N>[],
  ): Promise<HttpResponse[]> => (await tryEach(name, inputs)).map(answered);
  return {
    companyId,
    getAll: async (name, inputs) => (await get(name, inputs)).map((answer) => read(name, answer)),
    findAll: async (name, inputs) =>
      (await get(name, inputs)).map((answer) =>
        answer.status === 404 ? undefined : read(name, answer),
      ),
    tryAll: async (name, inputs) =>
      (await tryEach(name, inputs)).map((result) => {
        try {
          return read(name, answered(result));
        } catch (error) {
          return problemOf(error);
        }
      }),
    async call(name, input, { idempotencyKey, patient = false } = {}) {
      const until = patient ? deadline : Math.min(deadline, clock.now() + PATIENCE_MS);
      const [answer] = await insist(ask, clock, [{ name, input, idempotencyKey }], until);
      // One request has one answer.
      return read(name, answered(answer as HttpResult));
    },
  };
}

type Ask = (calls: readonly OperationCall[]) => Promise<readonly HttpResult[]>;

/** Asks until each call has an answer that counts, waiting as the service asks, up to a moment. */
async function insist(
  ask: Ask,
  clock: Clock,
  calls: readonly OperationCall[],
  until: number,
): Promise<HttpResult[]> {
  const answers: HttpResult[] = [];
  let open = calls.map((_, i) => i);
  for (let attempt = 1; ; attempt++) {
    const results = await ask(open.flatMap((i) => calls[i] ?? []));
    results.forEach((result, i) => {
      answers[open[i] ?? 0] = result;
    });
    open = open.filter((i) => {
      const result = answers[i];
      return result !== undefined && waitOf(result, attempt) !== undefined;
    });
    if (open.length === 0) break;
    const wait = Math.max(
      ...open.map((i) => (answers[i] === undefined ? 0 : (waitOf(answers[i], attempt) ?? 0))),
    );
    if (clock.now() + wait > until) break;
    await clock.sleep(wait);
  }
  return answers;
}

/** A consumer's day of requests ends a day after its first one, at the latest. */
const DAY_MS = 86_400_000;

function failureIn({ refused, message }: HttpFailure, now: number): Problem {
  const address = backend().address ?? '';
  switch (refused) {
    case 'consent':
      return lacksConsent(consentUrl() ?? '');
    case 'quota': {
      const until = moment(
        now + DAY_MS,
        SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetTimeZone(),
      );
      return new Problem('refused', say('refusedQuota', { until }));
    }
    case 'allowlist':
      return new Problem('refused', say('refusedAllowlist', { address }));
    case 'private':
      return new Problem('refused', say('refusedPrivate', { address }));
    case 'size':
      return new Problem('refused', say('refusedSize'));
    case 'other':
      return new Problem('refused', say('refusedOther', { message }));
    default:
      return new Problem('offline', say('noAnswer', { address, message }));
  }
}

/** How long to wait before asking again; undefined when the answer counts. */
function waitOf(result: HttpResult, attempt: number): number | undefined {
  if (result.ok ? result.status < 300 : result.refused !== undefined) return undefined;
  const error = result.ok ? errorOf(result) : new ApiError(0, 'unreachable', result.message);
  return error.status === 429 || attempt < TRIES ? pauseAfter(error, attempt) : undefined;
}

function read<N extends OperationName>(name: N, answer: HttpResponse): AnswerOf<N> {
  try {
    return readAnswer(name, answer, { url: backend().address });
  } catch (error) {
    throw error instanceof ApiError ? problemIn(error) : error;
  }
}

/** The code for ads that were launched lately: a warning in a plan, else a refusal. */
export const ALREADY_LAUNCHED = 'already_launched';

function problemIn(error: ApiError): Problem {
  const { status, message, details, faultCount } = error;
  switch (status) {
    case 401:
      return new Problem('connect', say('keyRefused'));
    case 403:
      return new Problem('connect', say('keyMayNot', { message }));
    case 429: {
      const waitSeconds = error.retryAfter ?? 30;
      return new Problem('wait', say('usedUp', { seconds: waitSeconds }), {
        waitSeconds,
      });
    }
    case 400:
    case 413:
    case 422:
      return new Problem('rows', message, { details, faultCount, isAnswer: true });
    case 409:
      if (isUnderWay(error))
        return new Problem('wait', say('sameLaunch'), {
          waitSeconds: 5,
        });
      if (details.some(({ code }) => code === ALREADY_LAUNCHED))
        return new Problem('rows', message, { details, faultCount });
      return new Problem('changed', message, { details });
    case 502:
    case 503:
    case 504:
      return new Problem('offline', say('tryAgain', { message }), { isAnswer: true });
    default:
      return new Problem('other', message, { details, isAnswer: true });
  }
}
