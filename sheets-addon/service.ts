import type { Fault } from '../core/errors.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { Http, HttpRequest, HttpResponse, HttpResult } from '../core/ports/http.ts';
import type { App } from './app.ts';
import { Problem } from './problem.ts';
import { requireConnection, serverAddress } from './settings.ts';

/** The service, with a key. Answers are what the schemas in core say; refusals are thrown as problems. */
export interface Service {
  readonly companyId: string;
  /** Side by side, answers in the order of the paths. */
  getAll(paths: readonly string[]): Promise<readonly unknown[]>;
  /** The same, with undefined for what the service does not have. */
  findAll(paths: readonly string[]): Promise<readonly unknown[]>;
  /** @param options.patient waits for the service's limit on the spot, instead of telling whoever asks to come again */
  post(path: string, body: unknown, options?: { readonly idempotencyKey?: string; readonly patient?: boolean }): Promise<unknown>;
}

export const openService = (app: App): Service => {
  const { key, companyId } = requireConnection(app);
  return createService(app, key, companyId);
};

/** How long a sidebar's call waits for the service's limit before it says so and lets the sidebar wait. */
const PATIENCE_MS = 15_000;

/** Tries of a request that got no answer, or the service's own trouble. All requests here can be repeated. */
const TRIES = 3;

export function createService(app: Pick<App, 'http' | 'clock' | 'deadline'>, key: string, companyId: string): Service {
  const { http, clock, deadline } = app;
  const request = (method: 'GET' | 'POST', path: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
    method,
    url: `${serverAddress()}${path}`,
    ...more,
    headers: { authorization: `Bearer ${key}`, accept: 'application/json', ...more.headers },
  });
  const get = (paths: readonly string[]): Promise<HttpResponse[]> =>
    insist(
      http,
      clock,
      paths.map((path) => request('GET', path)),
      deadline,
    );
  return {
    companyId,
    getAll: async (paths) => (await get(paths)).map(read),
    findAll: async (paths) => (await get(paths)).map((answer) => (answer.status === 404 ? undefined : read(answer))),
    async post(path, body, { idempotencyKey, patient = false } = {}) {
      const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
      const until = patient ? deadline : Math.min(deadline, clock.now() + PATIENCE_MS);
      const [answer] = await insist(
        http,
        clock,
        [request('POST', path, { body: { type: 'json', value: body }, headers })],
        until,
      );
      return answer === undefined ? undefined : read(answer);
    },
  };
}

/** Sends requests until each has an answer that counts, waiting as the service asks, up to a moment. */
async function insist(http: Http, clock: Clock, requests: readonly HttpRequest[], until: number): Promise<HttpResponse[]> {
  const answers: HttpResult[] = [];
  let open = requests.map((_, i) => i);
  for (let attempt = 1; ; attempt++) {
    const results = await http.requestAll(open.flatMap((i) => requests[i] ?? []));
    results.forEach((result, i) => {
      answers[open[i] ?? 0] = result;
    });
    open = open.filter((i) => {
      const result = answers[i];
      return result !== undefined && waitOf(result, attempt) !== undefined;
    });
    if (open.length === 0) break;
    const wait = Math.max(...open.map((i) => (answers[i] === undefined ? 0 : (waitOf(answers[i], attempt) ?? 0))));
    if (clock.now() + wait > until) break;
    await clock.sleep(wait);
  }
  return answers.map((answer) => {
    if (!answer.ok)
      throw new Problem(
        'offline',
        `${answer.message} Nothing is lost: Slipway goes on where it stopped once the service answers again.`,
      );
    return answer;
  });
}

interface ErrorBody {
  readonly error?: { readonly message?: string; readonly details?: Fault[]; readonly faultCount?: number };
}

/** How long to wait before asking again; undefined when the answer counts. */
function waitOf(result: HttpResult, attempt: number): number | undefined {
  const again = attempt < TRIES ? 1000 * 2 ** (attempt - 1) : undefined;
  if (!result.ok) return again;
  if (result.status === 429) return Math.max(1, Number(result.headers['retry-after'] ?? 5)) * 1000;
  if (result.status === 502 || result.status === 503 || result.status === 504) return again;
  if (result.status === 409 && isUnderWay(result.text)) return again;
  return undefined;
}

/** The same request is being carried out at this moment. */
const isUnderWay = (text: string): boolean =>
  (parsed(text) as ErrorBody | undefined)?.error?.details?.some(({ code }) => code === 'in_progress') ?? false;

function read({ status, headers, text }: HttpResponse): unknown {
  const body = parsed(text);
  if (status >= 200 && status < 300) return body;
  const {
    message = `The service answered ${status}.`,
    details = [],
    faultCount = 0,
  } = (body as ErrorBody | undefined)?.error ?? {};
  switch (status) {
    case 401:
      throw new Problem('connect', 'Your API key does not work any more. Paste a new one in Settings; nothing else is lost.');
    case 403:
      throw new Problem(
        'connect',
        `Your API key may not do this. ${message} Ask for a key with the right scopes and paste it in Settings.`,
      );
    case 429: {
      const waitSeconds = Number(headers['retry-after'] ?? 30);
      throw new Problem('wait', `Your key has used up its requests for this minute. Slipway goes on in ${waitSeconds} seconds.`, {
        waitSeconds,
      });
    }
    case 400:
    case 413:
    case 422:
      throw new Problem('rows', message, { details, faultCount });
    case 409:
      if (isUnderWay(text))
        throw new Problem('wait', 'The same launch is being accepted right now. Slipway looks again in a moment.', {
          waitSeconds: 5,
        });
      throw new Problem('changed', message, { details });
    case 502:
    case 503:
    case 504:
      throw new Problem('offline', `${message} Nothing is lost: try again in a moment.`);
    default:
      throw new Problem('other', message, { details });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
