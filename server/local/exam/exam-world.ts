import { serveHttp } from '../../../adapters/runtime/serve-http.ts';
import { loadSandbox } from '../../../adapters/simulated/package.ts';
import { createLeapingClock, type LeapingClock } from './leaping-clock.ts';

type Held = { readonly id: string; readonly [field: string]: unknown };

/** Simulated platforms for an exam, with all that only an examiner may do to them. */
export async function openExamWorld() {
  const { simulations, createSandbox, listen } = await loadSandbox();
  const [simulation] = simulations;
  if (simulation === undefined) throw new Error('There is no platform to be examined on.');
  const { name: platform, stage } = simulation;
  const clock: LeapingClock = createLeapingClock();
  const sandbox = createSandbox({ clock });
  const { url, stop } = await listen(sandbox, 0);
  const control = async (
    method: string,
    path: string,
    body?: object,
  ): Promise<{ readonly [member: string]: unknown }> => {
    const response = await fetch(`${url}/_sandbox/${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { readonly [member: string]: unknown };
    if (!response.ok) throw new Error(`The sandbox refused ${method} ${path}: ${answer.error}`);
    return answer;
  };
  return {
    url,
    stage,
    clock,
    /** As the platform holds them, deleted ones too. */
    held: async (kind: string) =>
      (
        (await control('GET', `objects?kind=${kind}`)).list as {
          readonly [kind: string]: readonly Held[];
        }
      )[kind] ?? [],
    trouble: (rule: object) => control('POST', 'faults', { platform, ...rule }),
    calm: () => control('DELETE', 'faults'),
    addAdSets: async (count: number, ads: number) =>
      (await control('POST', 'ad-sets', { platform, count, ads })).adSetIds as readonly string[],
    comment: async (text: string) =>
      String((await control('POST', 'comments', { platform, count: 1, text })).adId),
    /** A service for others on this machine. */
    async serve(answer: (request: Request) => Response | Promise<Response>) {
      const server = await serveHttp({ host: '127.0.0.1', port: 0, silenceSeconds: 120, answer });
      return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
    },
    async close(): Promise<void> {
      await stop();
      sandbox.close();
      clock.end();
    },
  };
}

export type ExamWorld = Awaited<ReturnType<typeof openExamWorld>>;
