import { accessFound } from '../accounts/access.ts';
import { type FoundAccount, foundAccount } from '../accounts/find-account.ts';
import { keptList } from '../accounts/kept-list.ts';
import { adAccountKind } from '../accounts/records.ts';
import { isRejected } from '../accounts/states.ts';
import { adAccountIdOf } from '../base/account-key.ts';
import { SlipwayError } from '../base/errors.ts';
import { mapBounded } from '../base/map-bounded.ts';
import type { ServicePorts } from '../operations/ports.ts';
import { allOf } from '../records/list.ts';
import type { RejectedAds } from './rejected-schema.ts';

const KEPT_MS = 15 * 60 * 1000;
const PAGE = 200;
/** Beyond these the rest of an account is not known. */
const MOST_ADS = 2_000;
const AT_ONCE = 4;

type Row = RejectedAds['data'][number];
/** An ad, or the mark that the list was cut. */
type KeptRow = Row | { readonly more: true };

interface Outcome {
  readonly account: FoundAccount;
  readonly rows: readonly KeptRow[];
  readonly readAt?: number;
  readonly problem?: string;
}

/**
 * Active ads that were rejected, in all accounts whose platforms list ads. Kept for a quarter of an
 * hour. Once `stopping` says so no further account is asked.
 */
export async function rejectedAds(
  ports: ServicePorts,
  companyId: string,
  stopping: () => boolean = () => false,
): Promise<RejectedAds> {
  const accounts = (await allOf(ports.store, adAccountKind, companyId)).map(foundAccount);
  const asked = accounts.filter(({ status, platform }) => {
    return status === 'active' && ports.platforms[platform]?.inspect !== undefined;
  });
  const read = (account: FoundAccount) => readAccount(ports, companyId, account);
  const outcomes = (await mapBounded(asked, AT_ONCE, read, stopping)).flat();
  const data = outcomes.flatMap(({ rows }) => rows.flatMap((row) => ('more' in row ? [] : [row])));
  const times = outcomes.flatMap(({ readAt }) => (readAt === undefined ? [] : [readAt]));
  return {
    success: true,
    data,
    count: data.length,
    readAt: times.length === 0 ? null : new Date(Math.min(...times)).toISOString(),
    notKnown: outcomes.flatMap(({ account: { key, name }, rows, problem }) => {
      const isCut = rows.some((row) => 'more' in row);
      const message =
        problem ??
        (isCut ? `Only the first ${MOST_ADS} ads that are on were looked at.` : undefined);
      return message === undefined
        ? []
        : [{ accountId: adAccountIdOf(key), accountName: name, message }];
    }),
  };
}

async function readAccount(
  ports: ServicePorts,
  companyId: string,
  account: FoundAccount,
): Promise<Outcome> {
  try {
    const id = `rejected-ads ${account.key}`;
    const kept = await keptList<KeptRow>(ports, companyId, {
      id,
      maxAgeMs: KEPT_MS,
      read: () => readAds(ports, companyId, account),
    });
    return { account, ...kept };
  } catch (error) {
    if (!(error instanceof SlipwayError)) throw error;
    return { account, rows: [], problem: error.message };
  }
}

async function readAds(
  ports: ServicePorts,
  companyId: string,
  account: FoundAccount,
): Promise<readonly KeptRow[]> {
  const { platform, access } = await accessFound(ports, companyId, account);
  const found: KeptRow[] = [];
  let after: string | undefined;
  let seen = 0;
  do {
    const query = { status: 'ACTIVE' as const, limit: PAGE, ...(after !== undefined && { after }) };
    const page = await platform.inspect?.ads(access, query);
    if (page === undefined) return found;
    seen += page.data.length;
    for (const { id, name, effectiveStatus } of page.data)
      if (isRejected(effectiveStatus))
        found.push({
          id,
          name,
          effectiveStatus,
          accountId: adAccountIdOf(account.key),
          accountName: account.name,
          platform: account.platform,
        });
    after = page.data.length === 0 ? undefined : page.after;
    if (after !== undefined && seen >= MOST_ADS) return [...found, { more: true }];
  } while (after !== undefined);
  return found;
}
