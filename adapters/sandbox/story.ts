import type { Clock } from '../../core/ports/clock.ts';
import { ConnectionCut } from './platform.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';

/** What was asked of a sandbox, and what it answered. */
interface Chapter {
  /** In the order of arrival, from 1. */
  readonly number: number;
  /** By the clock of the sandbox, without what control endpoints moved it on. */
  readonly at: number;
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: Content;
  /** Null: the connection was cut. */
  readonly status: number | null;
  readonly answer: Content;
}

/** Base64 where it is no text. */
type Content = { readonly text: string } | { readonly base64: string };

interface Title {
  readonly story: 1;
  readonly seed: number;
  readonly began: number;
}

/** Connections have headers of their own. */
const LEFT_OUT = new Set([
  'connection',
  'host',
  'content-length',
  'accept-encoding',
  'user-agent',
  'keep-alive',
]);

async function contentOf(held: Request | Response): Promise<Content> {
  const bytes = new Uint8Array(await held.arrayBuffer());
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { base64: Buffer.from(bytes).toString('base64') };
  }
}

const bytesOf = (content: Content): Uint8Array<ArrayBuffer> =>
  'text' in content
    ? new TextEncoder().encode(content.text)
    : new Uint8Array(Buffer.from(content.base64, 'base64'));

/**
 * Time goes on with each request and each wait, and stands still in between: so it can be told
 * again.
 */
function createStoryClock(began: number, sleep: (ms: number) => Promise<void>) {
  let at = began;
  const reach = (moment: number): void => {
    at = Math.max(at, moment);
  };
  const clock: Clock = {
    now: () => at,
    monotonic: () => at,
    async sleep(ms) {
      const end = at + Math.max(0, ms);
      await sleep(ms);
      reach(end);
    },
  };
  return { clock, reach };
}

/**
 * A sandbox whose requests and answers are written down, a line each as it is answered.
 *
 * @example
 * import { createManualClock, recordedSandbox } from 'slipway-sandbox';
 *
 * const lines: string[] = [];
 * const sandbox = recordedSandbox({ clock: createManualClock() }, (line) => lines.push(line));
 * await sandbox.fetch(new Request('http://sandbox.test/_sandbox/state'));
 * console.log(lines.length); // 2
 */
export function recordedSandbox(
  options: SandboxOptions & { readonly clock: Clock },
  write: (line: string) => void,
): Sandbox {
  const { clock: given, seed = 1 } = options;
  const { clock, reach } = createStoryClock(given.now(), given.sleep);
  const title: Title = { story: 1, seed, began: clock.now() };
  const sandbox = createSandbox({ ...options, clock });
  write(JSON.stringify(title));
  let arrived = 0;
  return {
    close: () => sandbox.close(),
    async fetch(request) {
      reach(given.now());
      const [number, at, copy] = [++arrived, clock.now(), request.clone()];
      const tell = async (told: Pick<Chapter, 'status' | 'answer'>): Promise<void> => {
        const headers = Object.fromEntries(
          [...copy.headers].filter(([name]) => !LEFT_OUT.has(name)),
        );
        const body = copy.body === null ? undefined : await contentOf(copy);
        const chapter: Chapter = {
          number,
          at,
          method: copy.method,
          url: copy.url,
          headers,
          ...(body && { body }),
          ...told,
        };
        write(JSON.stringify(chapter));
      };
      try {
        const response = await sandbox.fetch(request);
        await tell({ status: response.status, answer: await contentOf(response.clone()) });
        return response;
      } catch (error) {
        if (error instanceof ConnectionCut) await tell(CUT);
        throw error;
      }
    },
  };
}

const CUT = { status: null, answer: { text: '' } } as const;

/** A request that was answered otherwise than in the story. */
export interface Difference {
  readonly number: number;
  readonly request: string;
  readonly was: string;
  readonly is: string;
}

/**
 * Asks a fresh sandbox what a story tells, at the same times. It goes on from where the story ends.
 *
 * @example
 * import { createManualClock, recordedSandbox, replayedSandbox } from 'slipway-sandbox';
 *
 * const lines: string[] = [];
 * const clock = createManualClock();
 * const sandbox = recordedSandbox({ clock }, (line) => lines.push(line));
 * await sandbox.fetch(new Request('http://sandbox.test/_sandbox/state'));
 * const { differences } = await replayedSandbox(lines.join('\n'), { clock });
 * console.log(differences.length); // 0
 */
export async function replayedSandbox(
  story: string,
  options: Omit<SandboxOptions, 'clock' | 'today' | 'seed'> & { readonly clock: Clock },
): Promise<{
  readonly sandbox: Sandbox;
  readonly requests: number;
  readonly differences: readonly Difference[];
}> {
  const [title, ...chapters] = story
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Title | Chapter);
  if (title === undefined || !('story' in title))
    throw new Error('This is no story of a sandbox: record one with --record FILE.');
  const { clock: given } = options;
  const { clock: told, reach } = createStoryClock(title.began, () => Promise.resolve());
  let live: number | undefined;
  const now = (): number => told.now() + (live === undefined ? 0 : given.monotonic() - live);
  const clock: Clock = {
    now,
    monotonic: now,
    sleep: (ms) => (live === undefined ? told : given).sleep(ms),
  };
  const sandbox = createSandbox({ ...options, clock, seed: title.seed });
  const differences: Difference[] = [];
  for (const chapter of (chapters as Chapter[]).sort((one, other) => one.number - other.number)) {
    reach(chapter.at);
    const { number, method, url, headers, body } = chapter;
    const request = new Request(url, { method, headers, ...(body && { body: bytesOf(body) }) });
    const is = await sandbox.fetch(request).then(
      async (response) => ({ status: response.status, answer: await contentOf(response) }),
      (error: unknown) => {
        if (error instanceof ConnectionCut) return CUT;
        throw error;
      },
    );
    const [was, now] = [chapter, is].map(
      ({ status, answer }) => `${status} ${'text' in answer ? answer.text : answer.base64}`,
    );
    if (was !== now)
      differences.push({
        number,
        request: `${method} ${new URL(url).pathname}`,
        was: was ?? '',
        is: now ?? '',
      });
  }
  live = given.monotonic();
  return { sandbox, requests: chapters.length, differences };
}
