import type { Budget, CallLimit } from '../../../http/budget.ts';
import { type Calls, createCalls, type Paging } from '../../kit/calls.ts';
import { at, text } from '../../kit/json.ts';
import { createWire, type Wire, type WireOptions } from '../../kit/wire.ts';
import { definition } from '../definition.ts';
import { itemsOf, readEnvelope } from './errors.ts';
import { createGate } from './gate.ts';

export interface Api {
  readonly wire: Wire;
  readonly calls: Calls;
}

export interface ApiOptions extends Omit<WireOptions, 'gate'> {
  readonly baseUrl: string;
  readonly tokenUrl: string;
  readonly timeoutMs: number;
  readonly uploadTimeoutMs: number;
  readonly limit: CallLimit;
  readonly budget?: Budget | undefined;
}

export function createApi({ limit, budget, baseUrl, tokenUrl, timeoutMs, uploadTimeoutMs, ...options }: ApiOptions): Api {
  const { clock, secrets } = options;
  const wire = createWire(
    {
      definition,
      ...{ baseUrl, timeoutMs, uploadTimeoutMs, bodies: 'json' },
      // Events take their token in the address.
      authorize: ({ credentials: { accessToken = '' } }, { lane }) =>
        lane === eventsLane ? { query: { access_token: accessToken } } : { headers: { Authorization: `Bearer ${accessToken}` } },
      renewal: ({ clientId = '', clientSecret = '', refreshToken = '' }) => ({
        method: 'POST',
        url: tokenUrl,
        body: {
          type: 'form',
          fields: {
            grant_type: 'refresh_token',
            client_id: clientId,
            client_secret: clientSecret,
            refresh_token: refreshToken,
          },
        },
      }),
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
  const [, cursor] = /[?&]cursor=([^&#]+)/.exec(text(link) ?? '') ?? [];
  return cursor === undefined ? undefined : decodeURIComponent(cursor);
}
