import { createPacing } from '../../../adapters/http/pacing.ts';
import { openMeta } from '../../../adapters/platforms/meta/open.ts';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createNodeSecrets } from '../../../adapters/runtime/node-secrets.ts';
import type { AdPlatform } from '../../../core/ports/ad-platform.ts';
import type { Http, HttpRequest, HttpResult } from '../../../core/ports/http.ts';
import type { Log } from '../../../core/ports/log.ts';

export const token = 'EAABsecretTOKEN0123456789';
export const appSecret = 'appSecretABCDEF';
export const access = {
  companyId: 'c1',
  adAccountId: 'act_1',
  currency: 'EUR',
  timezone: 'UTC',
  credentials: { accessToken: token },
} as const;

export interface Scripted {
  readonly platform: AdPlatform;
  readonly requests: HttpRequest[];
  readonly lines: string[];
  readonly clock: ReturnType<typeof createManualClock>;
}

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
 * The adapter over a platform that says exactly what the test wants, one answer after the other;
 * the last one repeats.
 */
export async function scripted(
  ...answers: (HttpResult | ((request: HttpRequest) => HttpResult))[]
): Promise<Scripted> {
  const requests: HttpRequest[] = [];
  const lines: string[] = [];
  const clock = createManualClock(Date.UTC(2026, 10, 15), { auto: true });
  const http: Http = {
    async requestAll(all) {
      return all.map((request) => {
        const answer = answers[Math.min(requests.length, answers.length - 1)];
        requests.push(request);
        if (answer === undefined) throw new Error('nothing scripted');
        return typeof answer === 'function' ? answer(request) : answer;
      });
    },
  };
  const note: Log['info'] = (event, fields) => lines.push(JSON.stringify({ event, ...fields }));
  const platform = openMeta({
    http,
    clock,
    media: {
      describe: async () => undefined,
      load: async () => Promise.reject(new Error('no media here')),
    },
    secrets: createNodeSecrets('a secret that is long enough'),
    log: { debug: note, info: note, warn: note, error: note },
    pacing: createPacing({ clock }),
    baseUrl: 'https://graph.test/',
  });
  return { platform, requests, lines, clock };
}
