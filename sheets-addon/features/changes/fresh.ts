import type { WantedCells } from '../../../core/features/changes/sheet/cells.ts';
import { type ObjectKey, objectWords } from '../../../core/features/changes/sheet/columns.ts';
import {
  type ComposedRows,
  composeRows,
  type KnownObject,
  type NewRow,
  unknownParents,
} from '../../../core/features/changes/sheet/fresh.ts';
import { cellIn, textIn, type Values } from '../../../core/features/changes/sheet/rows.ts';
import { randomId } from '../../../core/records/random-id.ts';
import { idIn, readId } from '../../../core/sheet/cells.ts';
import { batchNameOf } from '../../../core/sheet/compose-launch.ts';
import { a1 } from '../../../core/sheet/locate.ts';
import { readRows, type SheetAd } from '../../../core/sheet/read-rows.ts';
import type { AnswerOf, InputOf } from '../../../server/client/types.ts';
import { userAccounts } from '../../base/accounts.ts';
import type { App } from '../../base/app.ts';
import { Problem, problemOf } from '../../base/problem.ts';
import { say } from '../../base/say.ts';
import { ALREADY_LAUNCHED, type Service } from '../../base/service.ts';
import { type AllAsked, type Asked, told } from './asked.ts';
import { greyIn, NewFaults } from './new-faults.ts';
import type { Making, Part } from './record.ts';
import { keyOf, launchLayout, type OpenTab } from './tab.ts';

type LaunchPlan = AnswerOf<'plan'>;

/** What rows without ids would make. */
export interface NewPlan {
  readonly cells: ReadonlyMap<Asked, WantedCells>;
  /**
   * What is made of each row; empty where something is wrong with one of them: they are made
   * together.
   */
  readonly does: ReadonlyMap<Asked, readonly string[]>;
  readonly part?: Part;
  readonly plans: readonly LaunchPlan[];
  readonly warnings: readonly string[];
  /** Rows that would delete what new ones go into. */
  readonly stays: AllAsked['refused'];
}

const NOTHING: NewPlan = { cells: new Map(), does: new Map(), plans: [], warnings: [], stays: [] };

/** Of one post: what is sent is remembered in the file until it is accepted. */
const MOST_ROWS = 300;

/** Rows without ids as one launch: its plan, or what each row lacks. Nothing is sent. */
export async function planNew(app: App, service: Service, asked: AllAsked): Promise<NewPlan> {
  const { fresh } = asked;
  if (fresh.length === 0) return NOTHING;
  if (fresh.length > MOST_ROWS) return refusedAll(fresh, say('tooManyNew', { n: MOST_ROWS }));
  const ads = new Map(
    fresh.map((each) => [each, each.tab.level === 'ad' ? adOf(each) : undefined]),
  );
  const rows = fresh.map((each) => newRow(each, ads.get(each)));
  const known = await knownIn(service, asked.tabs, rows);
  const composed = composeRows(rows, known);
  const accounts = await userAccounts(app, service);
  const found = new NewFaults(fresh);
  for (const { row, key, why } of composed.faults)
    found.add(row, { key, message: say(WORDS[why]), isMissing: why === 'missing' });
  for (const [i, each] of fresh.entries()) {
    for (const key of ['campaignId', 'adSetId'] as const) {
      const id = readId(cellIn(each.tab.layout, each.row.cells, key));
      if (id.state === 'faulty') found.add(i, { key, message: id.message });
    }
    for (const { key, message } of ads.get(each)?.faults ?? [])
      found.add(i, { header: launchHeader(each, key), message });
  }
  const clashes = clashesIn(asked, rows, composed, known);
  for (const { row, key, deletes } of clashes)
    found.add(row, { key, message: say('intoDeleted', { cell: cellOf(deletes, 'status') }) });
  const stays = clashes.flatMap(({ row, key, deletes }) => {
    const own = fresh[row];
    return own === undefined
      ? []
      : [
          {
            asked: deletes,
            cells: told(objectWords.faulty, say('deletesHolder', { cell: cellOf(own, key) })),
          },
        ];
  });
  if (found.isEmpty && composed.body.ads.length === 0) return refusedAll(fresh, say('childless'));
  if (!found.isEmpty) return { ...NOTHING, cells: found.cells(accounts), stays };
  const name = batchNameOf(randomId(app.secrets, 'new'));
  const body = { ...composed.body, name };
  const plan = await planned(service, body);
  if (plan instanceof Problem && plan.details.length === 0) return refusedAll(fresh, plan.message);
  const notTaken =
    plan instanceof Problem
      ? []
      : plan.warnings.filter(({ code, path }) => code === 'unknown_field' && /^new/.test(path));
  for (const fault of plan instanceof Problem ? plan.details : notTaken)
    found.place(fault, composed, ads, accounts);
  if (plan instanceof Problem || !found.isEmpty)
    return { ...NOTHING, cells: found.cells(accounts) };
  const again = plan.warnings.some(({ code }) => code === ALREADY_LAUNCHED);
  const makes: Making = {
    body: { ...body, again, planDigest: plan.digest } as Making['body'],
    objects: objectsOf(fresh, rows, composed),
  };
  const part = {
    key: `sheet-${randomId(app.secrets, 'post')}`,
    account: '',
    changes: [],
    digest: plan.digest,
    makes,
  };
  const does = new Map(fresh.map((each, i) => [each, doesOf(plan, composed, i)]));
  const cells = new Map(
    fresh.map((each) => [
      each,
      {
        ...told(objectWords.planned, (does.get(each) ?? []).join('\n')),
        grey: greyIn(each, accounts),
      },
    ]),
  );
  return {
    cells,
    does,
    part,
    plans: [plan],
    warnings: [...new Set(plan.warnings.map(({ message }) => message))].slice(0, MOST_TOLD),
    stays: [],
  };
}

interface Clash {
  /** The new row, and its cell that names what is deleted. */
  readonly row: number;
  readonly key: ObjectKey;
  readonly deletes: Asked;
}

/** New rows whose ad set or campaign another row deletes. */
function clashesIn(
  { changes, fresh }: AllAsked,
  rows: readonly NewRow[],
  { above }: ComposedRows,
  known: readonly KnownObject[],
): readonly Clash[] {
  const deletions = [...changes.values()].flatMap(({ change, rows }) =>
    change.set.status === 'DELETED' && change.level !== 'ad' ? rows : [],
  );
  return fresh.flatMap((each, row) => {
    const into = above[row];
    if (typeof into !== 'string') return [];
    const campaign =
      known.find(({ level, id }) => level === 'adset' && id === into)?.campaignId ??
      rows[row]?.campaign;
    const key = each.tab.level === 'ad' ? 'adSetId' : 'campaignId';
    return deletions
      .filter(({ tab, read: { account, id } }) => {
        const isAbove = id === into || (tab.level === 'campaign' && id === campaign);
        return isAbove && idIn(account) === rows[row]?.account;
      })
      .map((deletes) => ({ row, key, deletes }));
  });
}

const cellOf = ({ tab, row }: Asked, key: ObjectKey): string =>
  `${tab.sheet.getName()}!${a1(tab.layout.positions.get(key) ?? 0, row.row)}`;

const MOST_TOLD = 20;

const refusedAll = (fresh: readonly Asked[], message: string): NewPlan => ({
  ...NOTHING,
  cells: new Map(fresh.map((each) => [each, told(objectWords.fresh, message)])),
});

/** A new ad takes every column that a launch sheet has. */
const adOf = ({ tab, row }: Asked): SheetAd | undefined =>
  readRows(launchLayout(tab), [{ number: row.row, cells: row.cells }])[0];

const launchHeader = ({ tab }: Asked, key: string): string => {
  const layout = launchLayout(tab);
  return layout.headers[layout.positions.get(key) ?? -1] ?? '';
};

function newRow({ tab, row, read }: Asked, sheetAd: SheetAd | undefined): NewRow {
  const text = (key: ObjectKey): string => textIn(tab.layout, row.cells, key);
  const { adAccountId: _, adSets: __, ...ad } = sheetAd?.ad ?? {};
  return {
    level: tab.level,
    account: idIn(read.account),
    name: text('name'),
    campaign: idIn(text('campaignId')),
    adSet: idIn(text('adSetId')),
    values: read.set,
    more: tab.level === 'ad' ? {} : read.more,
    ...(tab.level === 'ad' && { ad }),
  };
}

/** What exists, by the rows of the tabs; of names that no row has, by the service. */
async function knownIn(
  service: Service,
  tabs: readonly OpenTab[],
  rows: readonly NewRow[],
): Promise<readonly KnownObject[]> {
  const known = tabs.flatMap(({ level, layout, rows: all }) =>
    level === 'ad'
      ? []
      : all.flatMap(({ cells }): KnownObject[] => {
          const text = (key: ObjectKey): string => textIn(layout, cells, key);
          const id = text('id');
          if (id === '' || text('status') === 'DELETED') return [];
          return [
            {
              level,
              account: text('adAccountId'),
              id,
              name: text('name'),
              campaignId: text('campaignId'),
            },
          ];
        }),
  );
  const unknown = unknownParents(rows, known).filter(
    ({ account, name }) => account !== '' && name.length <= 400,
  );
  if (unknown.length === 0) return known;
  const answers = await service.tryAll(
    'objects.list',
    unknown.map(({ level, account, name }) => ({ adAccountId: account, level, name, limit: 200 })),
  );
  const found = answers.flatMap((answer, i): KnownObject[] => {
    const { level, account, name } = unknown[i] ?? { level: 'campaign', account: '', name: '' };
    if (answer instanceof Problem) return [];
    return answer.data
      .filter(({ values }) => values.name === name)
      .map(({ id, campaignId }) => ({ level, account, id, name, campaignId }));
  });
  return [...known, ...found];
}

const WORDS = { missing: 'newNeeds', several: 'severalSo', childless: 'childless' } as const;

async function planned(service: Service, body: object): Promise<LaunchPlan | Problem> {
  try {
    return await service.call('plan', { ...body, faultsLimit: 5_000 } as InputOf<'plan'>, {
      patient: true,
    });
  } catch (error) {
    const problem = problemOf(error);
    if (!problem.isAnswer || problem.kind === 'offline') throw error;
    return problem;
  }
}

function objectsOf(
  fresh: readonly Asked[],
  rows: readonly NewRow[],
  { places, above }: ComposedRows,
): Making['objects'] {
  const lists = { campaign: places.newCampaigns, adset: places.newAdSets, ad: places.ads };
  return fresh.map(({ tab, row, read }, i) => ({
    level: tab.level,
    account: rows[i]?.account ?? '',
    key: `${tab.level} ${keyOf(tab, row)}`,
    index: lists[tab.level].indexOf(i),
    values: { ...read.more, ...read.set } as Values,
    ...(above[i] !== undefined && { above: above[i] }),
  }));
}

/** The sentences of the plan for a row. */
function doesOf(
  { operations }: LaunchPlan,
  { places }: ComposedRows,
  row: number,
): readonly string[] {
  const [campaign, adSet, ad] = [
    places.newCampaigns.indexOf(row),
    places.newAdSets.indexOf(row),
    places.ads.indexOf(row),
  ];
  const ids = [
    `campaign:${campaign}`,
    `start:campaign:${campaign}`,
    `adset:${adSet}`,
    `start:adset:${adSet}`,
  ];
  return operations
    .filter(({ id, kind, adIndex }) => ids.includes(id) || (kind === 'ad' && adIndex === ad))
    .map(({ summary }) => summary);
}
