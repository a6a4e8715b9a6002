import type { AccountKey } from '../../core/base/account-key.ts';
import type { AdSet } from '../../core/ports/platform-accounts.ts';
import { labelled } from '../../core/sheet/cells.ts';
import type { SheetKnowledge } from '../../core/sheet/check-sheet.ts';
import { type Account, readAccounts } from '../base/accounts.ts';
import type { App } from '../base/app.ts';
import { allPages } from '../base/pages.ts';
import { accountLabel, accountsNamed, definitions, idOf, keyOf } from '../base/platforms.ts';
import { type Problem, problemOf } from '../base/problem.ts';
import type { Service } from '../base/service.ts';
import { connectionOf } from '../base/settings.ts';
import { type KeptLine, keptListsOf, readKeptLists, readMark } from './kept-lists.ts';
import type { OpenSheet } from './launch-sheet.ts';

/** The hidden sheet behind the dropdowns; checks know from it what exists. */
export const LISTS = 'Slipway lists';

/**
 * One line. Lines of one kind and account stand together: a dropdown is a piece of the label
 * column.
 */
interface Line {
  readonly kind: 'account' | 'adSet' | 'page' | 'profile' | 'defaults' | KeptLine['kind'];
  /**
   * The account's key, or that of the column that it is offered in; empty where the line belongs to
   * none.
   */
  readonly account: string;
  readonly label: string;
  readonly facts: object;
}

export interface Lists {
  readonly accounts: readonly Account[];
  /** Whether the service keeps the file of an address. */
  keeps(url: string): boolean;
  /** Undefined for an account whose ad sets were never read. */
  adSets(account: AccountKey): ReadonlyMap<string, AdSet> | undefined;
  /** When the lists of an account were read, in milliseconds. */
  readAt(account: AccountKey): number | undefined;
  readonly launchPaused: boolean;
  /** Whether the list of a column was read, also when there was nothing in it. */
  hasRead(column: string): boolean;
  /** Where a dropdown's choices stand: first row and how many; undefined when there are none. */
  place(
    kind: Line['kind'],
    account?: string,
  ): { readonly row: number; readonly count: number } | undefined;
}

export const LABEL_COLUMN = 3;

export async function readLists({
  table,
  properties,
}: Pick<App, 'table' | 'properties'>): Promise<Lists> {
  let company: string | undefined;
  const [rows = []] = await table.read([LISTS]);
  const lines = rows.slice(1).map(([kind = '', account = '', label = '', facts = '{}']) => ({
    kind,
    account,
    label,
    facts,
  }));
  const accounts = lines
    .filter(({ kind }) => kind === 'account')
    .map(({ facts }) => JSON.parse(facts) as Account);
  const adSets = new Map<string, Map<string, AdSet>>();
  const times = new Map<string, number>();
  for (const { kind, account, facts } of lines) {
    if (kind !== 'adSet') continue;
    const known = adSets.get(account) ?? new Map<string, AdSet>();
    adSets.set(account, known);
    const adSet = JSON.parse(facts) as AdSet & { readonly readAt?: number };
    if (adSet.id !== '') known.set(adSet.id, adSet);
    if (adSet.readAt !== undefined) times.set(account, adSet.readAt);
  }
  const defaults = lines.find(({ kind }) => kind === 'defaults');
  return {
    accounts,
    keeps(url) {
      company ||= connectionOf({ properties })?.companyId || ' ';
      return url.includes(`/media/${company}/`);
    },
    adSets: (account) => adSets.get(account),
    readAt: (account) => times.get(account),
    launchPaused:
      defaults === undefined ||
      (JSON.parse(defaults.facts) as { launchPaused?: boolean }).launchPaused !== false,
    hasRead(column) {
      const mark = readMark(column);
      return lines.some(({ kind, account }) => kind === mark.kind && account === mark.account);
    },
    place(wanted, wantedAccount) {
      const at = lines.flatMap(({ kind, account, label }, i) =>
        kind === wanted && account === (wantedAccount ?? '') && label !== '' ? [i + 2] : [],
      );
      return at[0] === undefined ? undefined : { row: at[0], count: at.length };
    },
  };
}

interface Wanted {
  /** The accounts whose lists the file has, however they are spelt. */
  readonly named: readonly string[];
  readonly kept: ReadonlySet<string>;
  /** Reads those of these accounts alone; the others stay as they were read. Absent: all. */
  readonly only?: readonly AccountKey[] | undefined;
}

/** An account whose lists could not be read. */
interface RefusedLists {
  readonly account: AccountKey;
  readonly name: string;
  readonly problem: Problem;
}

export interface FreshLists extends Lists {
  readonly refused: readonly RefusedLists[];
}

/**
 * Reads what dropdowns and checks need for these accounts and lists alone. An account that refuses
 * keeps what it had.
 */
export async function refreshLists(
  app: App,
  service: Service,
  { named, kept, only }: Wanted,
): Promise<FreshLists> {
  const accounts = await readAccounts(service);
  const wanted = new Set(named.flatMap((text) => accountsNamed(accounts, text)));
  const [defaults] = await service.getAll('launchDefaults.get', [{}]);
  const lines: Line[] = [
    {
      kind: 'defaults',
      account: '',
      label: '',
      facts: { launchPaused: defaults?.data.launchPaused !== false },
    },
    ...[...wanted].map(
      ({ id, name, platform, status, currency, timezone }): Line => ({
        kind: 'account',
        account: '',
        label: labelled(name, idOf({ id, platform }, accounts)),
        facts: { id, name, platform, status, currency, timezone },
      }),
    ),
  ];
  const [before = []] = await app.table.read([LISTS]);
  const rowsOf = (some: readonly Line[]): readonly (readonly string[])[] =>
    some.map(({ kind, account, label, facts }) => [kind, account, label, JSON.stringify(facts)]);
  const rows = [...rowsOf(lines)];
  const refused: RefusedLists[] = [];
  for (const account of wanted) {
    const key = keyOf(account);
    const known = before.filter(([kind = '', of]) => of === key && OF_ACCOUNT.includes(kind));
    const isAsked = known.length === 0 || only === undefined || only.includes(key);
    rows.push(
      ...(isAsked
        ? await linesOf(service, key, app.clock.now()).then(
            rowsOf,
            refusal(key, accountLabel(account), known),
          )
        : known),
    );
  }
  const withForms = [...wanted].filter(({ platform }) =>
    definitions()[platform]?.launch?.extras.includes('leadFormId'),
  );
  rows.push(...rowsOf(await readKeptLists(service, kept, withForms.map(keyOf))));
  return app.locked(async () => {
    const [former = []] = await app.table.read([LISTS]);
    const blank = Array.from({ length: Math.max(0, former.length - (rows.length + 1)) }, () => [
      '',
      '',
      '',
      '',
    ]);
    await app.table.write(LISTS, 1, [['kind', 'account', 'label', 'facts'], ...rows, ...blank]);
    return { ...(await readLists(app)), refused };
  });

  function refusal(
    account: AccountKey,
    name: string,
    known: readonly (readonly string[])[],
  ): (error: unknown) => typeof known {
    return (error) => {
      const problem = problemOf(error);
      // The service asks to wait, whichever account comes next.
      if (problem.kind === 'wait') throw problem;
      refused.push({ account, name, problem });
      return known;
    };
  }
}

/** Kinds of lines that belong to an account. */
const OF_ACCOUNT: readonly string[] = ['adSet', 'page', 'profile'];

async function linesOf(service: Service, account: AccountKey, readAt: number): Promise<Line[]> {
  const adSets = await allPages(service, 'reports.adSets', { accountId: account });
  const profiles = await allPages(service, 'accounts.profiles', { businessId: account });
  const secondaries = new Map(
    profiles.flatMap(({ secondary, secondaryName }) =>
      secondary ? [[secondary, secondaryName ?? ''] as const] : [],
    ),
  );
  return [
    // Says that the ad sets were read, even when there is none, and when.
    { kind: 'adSet', account, label: '', facts: { id: '', readAt } },
    // Closed ones are known but not offered; they go last, so that the others stand together.
    ...[...adSets]
      .sort((a, b) => Number(isClosed(a)) - Number(isClosed(b)))
      .map(
        ({
          value: id,
          label: name,
          status,
          effectiveStatus,
          campaign,
          adCount,
          capacity,
        }): Line => ({
          kind: 'adSet',
          account,
          label: isClosed({ status }) ? '' : labelled(name, id),
          facts: {
            id,
            name,
            status,
            effectiveStatus,
            adCount,
            capacity,
            campaignId: campaign.id,
            campaignName: campaign.name,
            objective: campaign.objective,
          },
        }),
      ),
    ...profiles.map(
      ({ page, primaryName }): Line => ({
        kind: 'page',
        account,
        label: labelled(primaryName, page),
        facts: {},
      }),
    ),
    ...[...secondaries].map(
      ([id, name]): Line => ({ kind: 'profile', account, label: labelled(name, id), facts: {} }),
    ),
  ];
}

const isClosed = ({ status }: { readonly status: string }): boolean =>
  status === 'ARCHIVED' || status === 'DELETED';

/** The keys of named accounts that exist and whose ad sets were never read. */
export function unreadAccounts(lists: Lists, named: readonly string[]): AccountKey[] {
  const keys = named.flatMap((text) => accountsNamed(lists.accounts, text)).map(keyOf);
  return [...new Set(keys)].filter((key) => lists.adSets(key) === undefined);
}

/** Names of accounts that the lists do not have. */
export const unlistedAccounts = (lists: Lists, named: readonly string[]): string[] => [
  ...new Set(
    named.filter((text) => text !== '' && accountsNamed(lists.accounts, text).length === 0),
  ),
];

/**
 * What a check may know. Nobody is blamed for what was never read.
 *
 * @param remembered all accounts of the company, where that is known; without it an account that is
 * not listed may exist
 * @param ofSheet the account of the sheet: an account that nothing is known of is taken for one of
 * its platform
 */
export function knowledgeOf(
  lists: Lists,
  remembered: readonly Account[] | undefined,
  ofSheet = '',
): SheetKnowledge {
  const all = [...(remembered ?? []), ...lists.accounts];
  const byKey = new Map<AccountKey, Account>(all.map((account) => [keyOf(account), account]));
  const accounts = [...byKey.values()];
  const [account] = accountsNamed(accounts, ofSheet);
  const definition = account && definitions()[account.platform];
  return {
    // The first is that of an account nobody knows.
    definitions: { ...(definition && { [definition.id]: definition }), ...definitions() },
    accounts: (id) =>
      accountsNamed(accounts, id).map((account) => ({
        key: keyOf(account),
        platform: account.platform,
      })),
    defaults: () => ({ launchPaused: lists.launchPaused }),
    accountStatus: (key) =>
      byKey.get(key)?.status ?? (remembered === undefined ? 'active' : undefined),
    adSets: (key) => lists.adSets(key),
    keeps: (url) => lists.keeps(url),
  };
}

/** Whether a sheet has columns whose lists were never read. */
export const lacksLists = (
  { layout }: Pick<OpenSheet, 'layout'>,
  known: Pick<Lists, 'hasRead'>,
): boolean => [...keptListsOf([layout])].some((list) => !known.hasRead(list));
