import type { Budget, CallLimit } from '../../../http/budget.ts';
import { type Calls, createCalls, type Paging } from '../../kit/calls.ts';
import { at, text } from '../../kit/json.ts';
import { createWire, type Wire, type WireOptions } from '../../kit/wire.ts';
import { definition } from '../definition.ts';
import { itemsOf, readEnvelope } from './errors.ts';
import { createGate } from './gate.ts';

/** What every part of the adapter works with. */
export interface Api {
  readonly wire: Wire;
  readonly calls: Calls;
}

export interface ApiOptions extends Omit<WireOptions, 'gate'> {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** Where access tokens are renewed. */
  readonly tokenUrl: string;
  readonly timeoutMs: number;
  /** Of a call that carries a file. */
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

/** Calls to the host that takes events. */
export const eventsLane = 'events';

/** The most a list takes. */
const pageSize = 1_000;

const paging: Paging = {
  first: (params) => ({ limit: pageSize, ...params }),
  // The one list of the answer, whatever it is called. Elements that could not be read are left out.
  rowsOf({ body }) {
    const plural = Object.keys(body).find((name) => Array.isArray(body[name])) ?? '';
    return itemsOf(body, plural, '').flatMap((item) => (item.ok ? [item.row] : []));
  },
  // The link may name another host, where no token of ours belongs: of it the cursor is taken.
  nextPage({ body }, params) {
    const cursor = cursorOf(at(body, 'paging', 'next_link'));
    return cursor === undefined ? undefined : { ...params, cursor };
  },
};

/** Where the next page begins; undefined after the last. */
export function cursorOf(link: unknown): string | undefined {
  const [, cursor] = /[?&]cursor=([^&#]+)/.exec(text(link) ?? '') ?? [];
  return cursor === undefined ? undefined : decodeURIComponent(cursor);
}
