import { type CallLimit, createBudget } from '../../../http/budget.ts';
import { openApi, type Paging } from '../../kit/calls.ts';
import { countedGate } from '../../kit/gates.ts';
import { at, said } from '../../kit/json.ts';
import { refreshGrant } from '../../kit/oauth.ts';
import type { Api, ApiOptions, Call, Caller, Gate } from '../../types.ts';
import { definition } from '../definition.ts';
import { itemsOf, readEnvelope, untilReset } from './errors.ts';

interface SnapchatApiOptions extends ApiOptions {
  readonly tokenUrl: string;
}

export function createApi({ tokenUrl, ...options }: SnapchatApiOptions): Api {
  return openApi(
    options,
    {
      definition,
      bodies: 'json',
      // Events take their token in the address.
      authorize: ({ credentials: { accessToken = '' } }, { lane }) =>
        lane === eventsLane
          ? { query: { access_token: accessToken } }
          : { headers: { Authorization: `Bearer ${accessToken}` } },
      renewal: refreshGrant(tokenUrl),
      readEnvelope,
    },
    { gate: createGate(options), paging },
  );
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
export function cursorOf(link: unknown) {
  const [, cursor] = /[?&]cursor=([^&#]+)/.exec(said(link)) ?? [];
  return cursor === undefined ? undefined : decodeURIComponent(cursor);
}

const unlimited: CallLimit = {
  perSecond: Number.MAX_SAFE_INTEGER,
  perMinute: Number.MAX_SAFE_INTEGER,
};

/**
 * Counts calls by connection. Headers of writes and figures tell another budget: when it is used
 * up, calls stop until it is filled.
 */
function createGate({
  clock,
  limit,
  budget,
}: Pick<ApiOptions, 'clock' | 'limit' | 'budget'>): Gate {
  const counted = countedGate({
    whose: 'The token',
    budget: budget ?? createBudget({ clock, limitOf: () => limit }),
    keyOf,
  });
  const told = createBudget({ clock, limitOf: () => unlimited });
  const laneKey = (caller: Caller, call: Call): string => `${keyOf(caller)} ${laneOf(call)}`;
  return {
    ...counted,
    async turn(caller, call) {
      const waitMs =
        laneOf(call) === ''
          ? 0
          : await told.turn(laneKey(caller, call), caller.companyId, caller.work);
      return waitMs === 0 ? counted.turn(caller, call) : waitMs;
    },
    taken(caller, call, response) {
      counted.taken(caller, call, response);
      const stopMs =
        response.headers['x-rate-limit-remaining'] === '0' ? untilReset(response) : undefined;
      if (stopMs !== undefined && laneOf(call) !== '') told.refused(laneKey(caller, call), stopMs);
    },
  };
}

const keyOf = ({ connectionId, companyId, credentials }: Caller) =>
  connectionId ?? `${companyId} ${credentials.clientId ?? ''}`;

/** Empty where the platform tells of no budget. */
function laneOf({ method, path }: Call) {
  if (method === 'GET') return /\/stats$/.test(path) ? 'stats' : '';
  return /\/media$/.test(path) ? 'media' : 'writes';
}
