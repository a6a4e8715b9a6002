import type { Http } from '../../core/ports/http.ts';
import type { Log } from '../../core/ports/log.ts';
import { createFetchHttp, type FetchFunction } from '../http/fetch-http.ts';

/** A character has up to four bytes. */
const MOST_BYTES = 8 * 1024 * 1024;

/** A redirect is an answer: no other address is asked, and no key goes along. */
export const researchHttp = ({
  log,
  fetch: fetchNow = (url, init) => fetch(url, init),
}: {
  readonly log?: Pick<Log, 'debug'>;
  readonly fetch?: FetchFunction;
} = {}): Http =>
  createFetchHttp({
    ...(log && { log }),
    fetch: (url, init) => fetchNow(url, { ...init, redirect: 'manual' }),
    maxBytes: MOST_BYTES,
  });
