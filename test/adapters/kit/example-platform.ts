import { createBudget } from '../../../adapters/http/budget.ts';
import { createCalls, type Paging } from '../../../adapters/platforms/kit/calls.ts';
import {
  explained,
  refusalByStatus,
  refusedBy,
  row,
  wordsOf,
} from '../../../adapters/platforms/kit/failures.ts';
import { countedGate } from '../../../adapters/platforms/kit/gates.ts';
import { asRow, parse, rowsOf, text } from '../../../adapters/platforms/kit/json.ts';
import { createWire, type Dialect } from '../../../adapters/platforms/kit/wire.ts';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createNodeSecrets } from '../../../adapters/runtime/node-secrets.ts';
import type { Http, HttpRequest, HttpResult } from '../../../core/ports/http.ts';

export const caller = {
  companyId: 'c1',
  adAccountId: '42',
  credentials: { accessToken: 'secret-token', appId: 'public-app', note: 'unlisted-secret' },
};

/**
 * As a platform of the usual kind writes it: JSON both ways, an error by status and code, pages by
 * a bookmark.
 */
export const dialect: Dialect = {
  definition: {
    id: 'pin',
    folder: 'example',
    credentials: {
      fields: [
        { key: 'accessToken', label: '', hint: '', secret: true },
        { key: 'appId', label: '', hint: '', secret: false },
      ],
      ways: [['accessToken']],
    },
  },
  baseUrl: 'https://api.test/v1',
  bodies: 'json',
  timeoutMs: 30_000,
  uploadTimeoutMs: 120_000,
  authorize: ({ credentials }) => ({
    headers: { Authorization: `Bearer ${credentials.accessToken}` },
  }),
  readEnvelope(response, traceId) {
    const data = parse(response.text);
    if (response.status < 300 && data !== undefined) return { data };
    const code = text(asRow(data)?.code);
    if (code === undefined) return refusalByStatus('pin', response, traceId);
    const known = row(
      code === '8' ? 'throttled' : code === '401' ? 'auth' : 'invalid',
      'It was refused.',
      'Change it.',
    );
    const message = wordsOf(known, text(asRow(data)?.message));
    return refusedBy(explained('pin', known, { code, message, traceId }), known);
  },
};

const paging: Paging = {
  first: (params) => ({ page_size: 2, ...params }),
  rowsOf: ({ body }) => rowsOf(body.items),
  nextPage({ body }, params) {
    const bookmark = text(body.bookmark);
    return bookmark === undefined ? undefined : { ...params, bookmark };
  },
};

export const json = (
  body: unknown,
  status = 200,
  headers: { [name: string]: string } = {},
): HttpResult => ({
  ok: true,
  status,
  headers,
  text: typeof body === 'string' ? body : JSON.stringify(body),
});

/**
 * A platform that says exactly what the test wants, one answer after the other; the last one
 * repeats.
 */
export function examplePlatform(...answers: readonly HttpResult[]) {
  const requests: HttpRequest[] = [];
  const lines: string[] = [];
  const clock = createManualClock(Date.UTC(2026, 10, 15), { auto: true });
  const secrets = createNodeSecrets('a secret that is long enough');
  const http: Http = {
    async requestAll(all) {
      return all.map((request) => {
        requests.push(request);
        return answers[Math.min(requests.length, answers.length) - 1] ?? json({});
      });
    },
  };
  const note = (event: string, fields?: object): void =>
    void lines.push(JSON.stringify({ event, ...fields }));
  const log = { debug: note, info: note, warn: note, error: note };
  const budget = createBudget({ clock, limitOf: () => ({ perSecond: 100, perMinute: 1_000 }) });
  const gate = countedGate({
    whose: 'The app',
    budget,
    keyOf: (who) => who.credentials.appId ?? '',
  });
  const wire = createWire(dialect, { http, clock, secrets, log, gate });
  return { wire, calls: createCalls({ wire, paging, clock, secrets }), requests, lines, clock };
}
