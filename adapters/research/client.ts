import { wellFormed } from '../../core/features/research/bounds.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { Http, HttpRequest } from '../../core/ports/http.ts';
import type { Research, ResearchQuestion } from '../../core/ports/research.ts';
import { type AddressOf, addressBelow, DEFAULT_BASE, isLibraryAddress, LIBRARY_EXAMPLE } from './address.ts';
import { readAnswer } from './read-answer.ts';

interface ResearchOptions {
  /** That does not follow redirects, and reads no more than it must: http.ts. */
  readonly http: Http;
  readonly clock: Clock;
  /** Default: where the real source answers. */
  readonly baseUrl?: string | undefined;
}

/** From sending to the last byte. */
const TIMEOUT_MS = 30_000;
/** Characters of an answer. That of a change is kept with its Idempotency-Key. */
const MOST_READ = 2 * 1024 * 1024;
const MOST_CHANGED = 256 * 1024;
/** The research source over its real wire. It is sent the company's key of the source and nothing else about who asks. */
export function openResearch({ http, clock, baseUrl = DEFAULT_BASE }: ResearchOptions): Research {
  const { host, addressOf } = addressBelow(baseUrl);
  return {
    host,
    libraryExample: LIBRARY_EXAMPLE,
    isLibraryAddress,
    async ask({ key }, question) {
      const request = requestOf(question, addressOf);
      const [answer] = await http.requestAll([
        { ...request, headers: { accept: 'application/json', authorization: `Bearer ${key}` }, timeoutMs: TIMEOUT_MS },
      ]);
      const isRead = question.kind === 'query' || question.kind === 'scrape-status';
      const exchange = { question, key, traceId: crypto.randomUUID(), now: clock.now(), most: isRead ? MOST_READ : MOST_CHANGED };
      return readAnswer(answer ?? { ok: false, reason: 'cut', message: 'There was no answer.' }, exchange);
    },
  };
}

type Asked = Pick<HttpRequest, 'method' | 'url' | 'body'>;

function requestOf(question: ResearchQuestion, addressOf: AddressOf): Asked {
  switch (question.kind) {
    case 'query': {
      const { procedure, input } = question;
      const query = input === undefined ? undefined : `input=${encodeURIComponent(wellFormed(JSON.stringify(input)))}`;
      return { method: 'GET', url: addressOf(['trpc', procedure], query) };
    }
    case 'mutation':
      return {
        method: 'POST',
        url: addressOf(['trpc', question.procedure]),
        body: { type: 'json', value: question.input ?? {} },
      };
    case 'scrape':
      return { method: 'POST', url: addressOf(['scrape']), body: { type: 'json', value: { url: question.url } } };
    case 'scrape-status':
      return { method: 'GET', url: addressOf(['scrape', question.jobId]) };
  }
}
