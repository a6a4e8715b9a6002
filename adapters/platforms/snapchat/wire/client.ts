import { type Api, type ApiOptions, createCalls, type Paging } from '../../kit/calls.ts';
import { at, said } from '../../kit/json.ts';
import { refreshGrant } from '../../kit/oauth.ts';
import { createWire } from '../../kit/wire.ts';
import { definition } from '../definition.ts';
import { itemsOf, readEnvelope } from './errors.ts';
import { createGate } from './gate.ts';

interface SnapchatApiOptions extends ApiOptions {
  readonly tokenUrl: string;
}

export function createApi({ limit, budget, baseUrl, tokenUrl, timeoutMs, uploadTimeoutMs, ...options }: SnapchatApiOptions): Api {
  const { clock, secrets } = options;
  const wire = createWire(
    {
      definition,
      baseUrl,
      timeoutMs,
      uploadTimeoutMs,
      bodies: 'json',
      // Events take their token in the address.
      authorize: ({ credentials: { accessToken = '' } }, { lane }) =>
        lane === eventsLane ? { query: { access_token: accessToken } } : { headers: { Authorization: `Bearer ${accessToken}` } },
      renewal: refreshGrant(tokenUrl),
      readEnvelope,
    },
    { ...options, gate: createGate({ clock, limit, budget }) },
  );
  return { wire, calls: createCalls({ wire, paging, clock, secrets }) };
}

/** Calls to the host of events. */
export const eventsLane = 'events';

const pageSize = 1_000;

const paging: Paging = {
  first: (params) => ({ limit: pageSize, ...params }),
  // The answer's one list, under any name, without unreadable elements.
  rowsOf({ body }) {
    const plural = Object.keys(body).find((name) => Array.isArray(body[name])) ?? '';
    return itemsOf(body, plural, '').flatMap((item) => (item.ok ? [item.row] : []));
  },
  // The link may name another host, where no token of ours belongs: only its cursor is used.
  nextPage({ body }, params) {
    const cursor = cursorOf(at(body, 'paging', 'next_link'));
    return cursor === undefined ? undefined : { ...params, cursor };
  },
};

/** Undefined after the last page. */
export function cursorOf(link: unknown): string | undefined {
  const [, cursor] = /[?&]cursor=([^&#]+)/.exec(said(link)) ?? [];
  return cursor === undefined ? undefined : decodeURIComponent(cursor);
}
