import type { Http } from '../../core/ports/http.ts';
import type { Log } from '../../core/ports/log.ts';
import { createFetchHttp, type FetchFunction } from '../http/fetch-http.ts';

/** The bytes of an answer that are read at all: of its characters, each has up to four. */
const MOST_BYTES = 8 * 1024 * 1024;

/** The way to the source. A redirect is an answer: what is asked at one address is asked nowhere else, and no key goes along. */
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
