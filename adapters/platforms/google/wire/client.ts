import { type Budget, type CallLimit, createBudget } from '../../../http/budget.ts';
import { createCalls, type Paging } from '../../kit/calls.ts';
import { countedGate } from '../../kit/gates.ts';
import { rowsOf, text } from '../../kit/json.ts';
import { refreshGrant } from '../../kit/oauth.ts';
import { createWire, type WireOptions } from '../../kit/wire.ts';
import type {
  Access,
  Answer,
  Call,
  Caller,
  Calls,
  DayCounts,
  DayQuota,
  Gate,
  Params,
  Row,
  Secrets,
  Wire,
} from '../../types.ts';
import { customerId, definition } from '../definition.ts';
import { readEnvelope } from './errors.ts';

export interface Api extends Pick<DayCounting, 'quota'> {
  readonly wire: Wire;
  readonly calls: Calls;
  search(caller: AccountCaller, query: string): Promise<readonly Row[]>;
  /**
   * Operations of one kind, or of all (`googleAds`), as a value. Not repeated where something may
   * have been made.
   */
  mutate(
    caller: AccountCaller,
    collection: string,
    body: Params,
    more?: { readonly harmlessTwice?: boolean },
  ): Promise<Answer>;
}

export type AccountCaller = Caller & Pick<Access, 'adAccountId'>;

interface ApiOptions extends Omit<WireOptions, 'gate'> {
  /** With the version, without a slash at the end. */
  readonly baseUrl: string;
  readonly tokenUrl: string;
  readonly timeoutMs: number;
  readonly limit: CallLimit;
  readonly budget?: Budget | undefined;
  readonly dayCounts?: DayCounts | undefined;
}

export function createApi({
  limit,
  budget,
  dayCounts,
  baseUrl,
  tokenUrl,
  timeoutMs,
  ...options
}: ApiOptions): Api {
  const { clock, secrets } = options;
  const counting = createDayCounting(dayCounts, secrets);
  const counted = budget ?? createBudget({ clock, limitOf: () => limit });
  const wire = createWire(
    {
      definition,
      baseUrl,
      timeoutMs,
      bodies: 'json',
      authorize: ({ credentials: { accessToken = '', developerToken, loginCustomerId } }) => ({
        headers: {
          Authorization: `Bearer ${accessToken}`,
          ...(developerToken !== undefined && { 'developer-token': developerToken }),
          ...(loginCustomerId !== undefined && {
            'login-customer-id': customerId(loginCustomerId),
          }),
        },
      }),
      renewal: refreshGrant(tokenUrl),
      readEnvelope,
    },
    {
      ...options,
      gate: counting.counted(
        countedGate({ whose: 'The Google Cloud project', budget: counted, keyOf: tokenOf }),
      ),
    },
  );
  const calls = createCalls({ wire, paging, clock, secrets });
  const pathOf = ({ adAccountId }: AccountCaller, action: string): string =>
    `customers/${adAccountId}/${action}`;
  return {
    wire,
    calls,
    quota: counting.quota,
    search: (caller, query) =>
      calls.list(caller, pathOf(caller, 'googleAds:search'), { query }, { method: 'POST' }),
    mutate: (caller, collection, body, more) =>
      calls.tried(caller, pathOf(caller, `${collection}:mutate`), body, more),
  };
}

const paging: Paging = {
  // The platform refuses a page size.
  first: (params) => params,
  rowsOf: ({ body }) => rowsOf(body.results),
  nextPage({ body }, params) {
    const pageToken = text(body.nextPageToken);
    return pageToken === undefined || pageToken === '' ? undefined : { ...params, pageToken };
  },
};

/** Operations in 24 hours, as Google's page about access levels has them. */
const limits: { readonly [level: string]: number | 'unlimited' } = {
  test: 15_000,
  explorer: 2_880,
  basic: 15_000,
  standard: 'unlimited',
};

interface DayCounting {
  counted(gate: Gate): Gate;
  quota(caller: Caller): Promise<DayQuota | undefined>;
}

/** Access belongs to the project of the OAuth client. */
const tokenOf = ({ credentials }: Caller) => credentials.clientId ?? '';

/** Counts operations for all workers; plans show them, and nothing is held back. */
function createDayCounting(counts: DayCounts | undefined, secrets: Secrets): DayCounting {
  // The token is a secret.
  const keyOf = async (caller: Caller): Promise<string> =>
    `google:${(await secrets.sha256(tokenOf(caller))).slice(0, 40)}`;
  return {
    counted: (gate) =>
      counts === undefined
        ? gate
        : {
            ...gate,
            async turn(caller, call) {
              const waitMs = await gate.turn(caller, call);
              const operations = waitMs === 0 ? operationsIn(call) : 0;
              if (operations > 0) counts.add(await keyOf(caller), operations);
              return waitMs;
            },
          },
    async quota(caller) {
      if (counts === undefined) return undefined;
      const level = caller.credentials.accessLevel?.trim().toLowerCase() ?? '';
      return {
        used: await counts.lastDay(await keyOf(caller)),
        limit: Object.hasOwn(limits, level) ? limits[level] : undefined,
      };
    },
  };
}

/** A query counts once, whatever its pages; a mutate counts its items; all else counts once. */
function operationsIn({ path, body = {} }: Call) {
  // lists are never sent
  const { operations, mutateOperations, pageToken } = body as { readonly [name: string]: unknown };
  if (path.endsWith(':mutate')) return listLength(operations) + listLength(mutateOperations);
  return pageToken === undefined ? 1 : 0;
}

const listLength = (value: unknown) => (Array.isArray(value) ? value.length : 0);
