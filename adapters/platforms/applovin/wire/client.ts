import { PlatformError } from '../../../../core/base/errors.ts';
import type { CallLimit } from '../../../http/budget.ts';
import { createPacing, type Pacing } from '../../../http/pacing.ts';
import { type Calls, createCalls, type Good, type Paging } from '../../kit/calls.ts';
import type { Fail } from '../../kit/failures.ts';
import { asRow, type Row, rowsOf } from '../../kit/json.ts';
import { createWire, type Wire, type WireOptions } from '../../kit/wire.ts';
import { definition } from '../definition.ts';
import { readEnvelope } from './errors.ts';
import { breakerGate } from './gate.ts';

export interface Api {
  readonly wire: Wire;
  readonly calls: Calls;
  /** Errors the platform counts although the call was answered. */
  countError(adAccountId: string): void;
}

interface ApiOptions extends Omit<WireOptions, 'gate'> {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly uploadTimeoutMs: number;
  readonly limit: CallLimit;
  readonly mostErrors: number;
  readonly pacing?: Pacing | undefined;
}

/** Ids of one question, and rows of a page. */
export const mostAtOnce = 100;

export function createApi({ limit, mostErrors, baseUrl, timeoutMs, uploadTimeoutMs, pacing, ...options }: ApiOptions): Api {
  const { clock, secrets } = options;
  const gate = breakerGate({ clock, limit, mostErrors, pacing: pacing ?? createPacing({ clock }) });
  const wire = createWire(
    {
      definition,
      baseUrl,
      timeoutMs,
      uploadTimeoutMs,
      bodies: 'json',
      // The key without "Bearer"; the account in every query.
      authorize: ({ adAccountId, credentials }) => ({
        headers: { Authorization: credentials.apiKey ?? '' },
        query: { account_id: adAccountId },
      }),
      readEnvelope,
    },
    { ...options, gate },
  );
  const calls = createCalls({ wire, paging: pagingOf(wire.fail), clock, secrets });
  return { wire, calls, countError: (adAccountId) => gate.countError(adAccountId) };
}

/** Lists end with the first empty page; only a list by ids fits one page. */
const pagingOf = (fail: Fail): Paging => ({
  first: (params) => ({ ...params, page: 1, size: mostAtOnce }),
  rowsOf: (answer) => listed(answer, fail),
  nextPage(answer, { page, ...params }) {
    const isWhole = params.ids !== undefined && Array.isArray(answer.data);
    return isWhole || listed(answer, fail).length === 0 ? undefined : { ...params, page: Number(page) + 1 };
  },
});

/** Throws where the answer holds no list. Sets by campaign come under their campaigns: each row gets its `campaign`. */
export function listed({ data, body }: Pick<Good, 'data' | 'body'>, fail: Fail): readonly Row[] {
  if (Array.isArray(data)) return rowsOf(data);
  const campaigns = asRow(body.campaigns);
  if (campaigns === undefined)
    throw new PlatformError(fail('transient', 'The platform answered without the list it was asked for.'));
  return Object.entries(campaigns).flatMap(([campaign, sets]) => rowsOf(sets).map((set) => ({ ...set, campaign })));
}
