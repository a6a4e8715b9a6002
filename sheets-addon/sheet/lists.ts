import type * as v from 'valibot';
import { canonicalAccountId, type PlatformId } from '../../core/platforms.ts';
import type { AdSet } from '../../core/ports/platform-accounts.ts';
import type { AdAccountRow, adSetRow } from '../../core/schema/accounts.ts';
import { labelled } from '../../core/sheet/cells.ts';
import type { SheetKnowledge } from '../../core/sheet/check-sheet.ts';
import type { App } from '../app.ts';
import { rulesOnly } from '../rules.ts';
import type { Service } from '../service.ts';

/** The hidden sheet behind the dropdowns. The checks know from it what exists, so that they need to ask nobody. */
export const LISTS = 'Slipway lists';

/** One line of it. Lines of one kind and account stand together: a dropdown is a piece of the label column. */
interface Line {
  readonly kind: 'account' | 'adSet' | 'page' | 'profile' | 'defaults';
  readonly accountId: string;
  readonly label: string;
  readonly facts: object;
}

type Account = Pick<AdAccountRow, 'id' | 'name' | 'platform' | 'status' | 'currency' | 'timezone'>;

export interface Lists {
  readonly accounts: readonly Account[];
  /** Undefined for an account whose ad sets were never read. */
  adSets(accountId: string): ReadonlyMap<string, AdSet> | undefined;
  readonly launchPaused: boolean;
  /** Where a dropdown's choices stand: first row and how many; undefined when there are none. */
  place(kind: Line['kind'], accountId?: string): { readonly row: number; readonly count: number } | undefined;
}

export const LABEL_COLUMN = 3;

export async function readLists({ table }: Pick<App, 'table'>): Promise<Lists> {
  const [rows = []] = await table.read([LISTS]);
  const lines = rows.slice(1).map(([kind = '', accountId = '', label = '', facts = '{}']) => ({ kind, accountId, label, facts }));
  const accounts = lines.filter(({ kind }) => kind === 'account').map(({ facts }) => JSON.parse(facts) as Account);
  const adSets = new Map<string, Map<string, AdSet>>();
  for (const { kind, accountId, facts } of lines) {
    if (kind !== 'adSet') continue;
    const known = adSets.get(accountId) ?? new Map<string, AdSet>();
    adSets.set(accountId, known);
    const adSet = JSON.parse(facts) as AdSet;
    if (adSet.id !== '') known.set(adSet.id, adSet);
  }
  const defaults = lines.find(({ kind }) => kind === 'defaults');
  return {
    accounts,
    adSets: (accountId) => adSets.get(accountId),
    launchPaused: defaults === undefined || (JSON.parse(defaults.facts) as { launchPaused?: boolean }).launchPaused !== false,
    place(wanted, wantedAccount = '') {
      const at = lines.flatMap(({ kind, accountId, label }, i) =>
        kind === wanted && accountId === wantedAccount && label !== '' ? [i + 2] : [],
      );
      return at[0] === undefined ? undefined : { row: at[0], count: at.length };
    },
  };
}

/** Reads everything the dropdowns and checks need for these accounts, and writes it down. */
export async function refreshLists(app: App, service: Service, accountIds: readonly string[]): Promise<Lists> {
  const accounts = (await allPages(service, '/v1/adaccounts?')) as AdAccountRow[];
  const wanted = accounts.filter(({ id }) => accountIds.includes(id));
  const [defaults] = (await service.getAll(['/v1/launch-defaults'])) as { data: { launchPaused?: boolean } }[];
  const lines: Line[] = [
    { kind: 'defaults', accountId: '', label: '', facts: { launchPaused: defaults?.data.launchPaused !== false } },
    ...accounts.map(
      ({ id, name, platform, status, currency, timezone }): Line => ({
        ...{ kind: 'account', accountId: '', label: labelled(name, id) },
        facts: { id, name, platform, status, currency, timezone },
      }),
    ),
  ];
  for (const { id } of wanted) lines.push(...(await linesOf(service, id)));
  return app.locked(async () => {
    const [former = []] = await app.table.read([LISTS]);
    const blank = Array.from({ length: Math.max(0, former.length - (lines.length + 1)) }, () => ['', '', '', '']);
    await app.table.write(LISTS, 1, [
      ['kind', 'account', 'label', 'facts'],
      ...lines.map(({ kind, accountId, label, facts }) => [kind, accountId, label, JSON.stringify(facts)]),
      ...blank,
    ]);
    return readLists(app);
  });
}

async function linesOf(service: Service, accountId: string): Promise<Line[]> {
  const at = encodeURIComponent(accountId);
  const adSets = (await allPages(service, `/v1/adsets?accountId=${at}&`)) as v.InferOutput<typeof adSetRow>[];
  const profiles = (await allPages(service, `/v1/profiles?businessId=${at}&`)) as {
    page: string;
    primaryName: string;
    secondary: string | null;
    secondaryName: string | null;
  }[];
  const secondaries = new Map(
    profiles.flatMap(({ secondary, secondaryName }) => (secondary ? [[secondary, secondaryName ?? ''] as const] : [])),
  );
  return [
    // Says that the ad sets were read, even when there is none.
    { kind: 'adSet', accountId, label: '', facts: { id: '' } },
    // Those that take no more ads are known but not offered; they go last, so that the others stand together.
    ...[...adSets]
      .sort((a, b) => Number(isClosed(a)) - Number(isClosed(b)))
      .map(
        ({ value: id, label: name, status, effectiveStatus, campaign, adCount, capacity }): Line => ({
          ...{ kind: 'adSet', accountId, label: isClosed({ status }) ? '' : labelled(name, id) },
          facts: {
            ...{ id, name, status, effectiveStatus, adCount, capacity },
            ...{ campaignId: campaign.id, campaignName: campaign.name, objective: campaign.objective },
          },
        }),
      ),
    ...profiles.map(
      ({ page, primaryName }): Line => ({ kind: 'page', accountId, label: labelled(primaryName, page), facts: {} }),
    ),
    ...[...secondaries].map(([id, name]): Line => ({ kind: 'profile', accountId, label: labelled(name, id), facts: {} })),
  ];
}

const isClosed = ({ status }: { readonly status: string }): boolean => status === 'ARCHIVED' || status === 'DELETED';

const PAGE = 200;

async function allPages(service: Service, path: string): Promise<unknown[]> {
  const read = async (offsets: readonly number[]): Promise<{ data: unknown[]; pagination: { total: number } }[]> =>
    (await service.getAll(offsets.map((offset) => `${path}limit=${PAGE}&offset=${offset}`))) as never;
  const [first] = await read([0]);
  if (first === undefined) return [];
  const more = Array.from({ length: Math.max(0, Math.ceil(first.pagination.total / PAGE) - 1) }, (_, i) => (i + 1) * PAGE);
  return [first, ...(more.length === 0 ? [] : await read(more))].flatMap(({ data }) => data);
}

/** Of some accounts, by id or by number alone, those that exist and whose ad sets were never read. */
export function unreadAccounts(lists: Lists, named: readonly string[]): string[] {
  const wanted = new Set(named.flatMap((id) => [id, canonicalAccountId('primary', id)]));
  return lists.accounts.map(({ id }) => id).filter((id) => wanted.has(id) && lists.adSets(id) === undefined);
}

/** What a check may know. Nobody is blamed for what was never read. */
export function knowledgeOf(lists: Lists): SheetKnowledge {
  const byId = new Map<string, Account>(lists.accounts.map((account) => [account.id, account]));
  const find = (id: string): Account | undefined => byId.get(id) ?? byId.get(canonicalAccountId('primary', id));
  return {
    platforms: rulesOnly(),
    account: (id) => {
      const found = find(id);
      return found && { id: found.id, platform: found.platform as PlatformId };
    },
    defaults: () => ({ launchPaused: lists.launchPaused }),
    accountStatus: (id) => (lists.accounts.length === 0 ? 'active' : find(id)?.status),
    adSets: (id) => lists.adSets(id),
  };
}
