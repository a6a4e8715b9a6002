import { createHash } from 'node:crypto';
import { isFault, type RowFault, readCell } from '../../../../core/features/changes/file.ts';
import {
  type ComposedRows,
  composeRows,
  type KnownObject,
  type NewRow,
  unknownParents,
} from '../../../../core/features/changes/sheet/fresh.ts';
import { spendingRemarks } from '../../../../core/gate/words.ts';
import type { Json } from '../../../../core/ports/store.ts';
import { type AnswerOf, ApiError, type Client, type InputOf } from '../../../client/client.ts';
import { UsageFault } from '../../base/command.ts';
import type { Screen } from '../../base/screen.ts';
import { rowsOf } from './own-table.ts';

type Table = readonly (readonly string[])[];
interface Fault {
  readonly place: string;
  readonly column: string;
  readonly message: string;
}

type PlaceOf = (row: number) => string;

/** Rows without an id: what is to be made. Others keep their places in `rest`. */
interface NewRows {
  readonly rows: readonly (NewRow & { readonly number: number })[];
  readonly rest: Table;
  readonly faults: readonly RowFault[];
}

/** The launch of a file's new rows: its name, and the key under which the next try is sent once. */
interface FileLaunch {
  readonly name: string;
  readonly key: string;
}

/**
 * What the launch is planned with, or why it is not; what is there already is made no second time.
 */
export interface NewObjects {
  readonly body: ComposedRows['body'];
  readonly plan?: AnswerOf<'plan'>;
  readonly refused: readonly Fault[];
  readonly there: readonly string[];
  readonly launch: FileLaunch;
}

const ABOUT = ['level', 'id', 'adAccountId', 'name', 'campaignId', 'adSetId', 'revision'];
/** Read with the values of objects that exist. */
const VALUES = [
  'status',
  'dailyBudget',
  'lifetimeBudget',
  'bidAmount',
  'startTime',
  'endTime',
  'link',
  'urlTags',
  'primaryTexts',
  'headlines',
];
const LEVELS: readonly string[] = ['campaign', 'adset', 'ad'] satisfies NewRow['level'][];

const isLevel = (level: string): level is NewRow['level'] => LEVELS.includes(level);

export function newRowsIn(table: Table): NewRows {
  const [header = [], ...lines] = table;
  const rows: (NewRow & { number: number })[] = [];
  const faults: RowFault[] = [];
  const rest = lines.map((line, i): readonly string[] => {
    const cell = (column: string): string => (line[header.indexOf(column)] ?? '').trim();
    const level = cell('level');
    // What says neither which object it is nor what it is called is told by the reader of changes.
    if (
      !header.includes('id') ||
      cell('id') !== '' ||
      cell('name') === '' ||
      cell('adAccountId') === '' ||
      !isLevel(level)
    )
      return line;
    const number = i + 2;
    const values: { [field: string]: Json } = {};
    const more: { [field: string]: string } = {};
    for (const column of header.filter((each) => !ABOUT.includes(each) && cell(each) !== '')) {
      const text = cell(column);
      const read = readCell(column, text, column === 'bidAmount' ? 0 : undefined);
      if (isFault(read)) faults.push({ row: number, column, message: read.fault });
      else if (typeof read !== 'string' || VALUES.includes(column)) values[column] = read;
      else more[column] = read;
    }
    const { media: one, ...ad } = more;
    const { media = one, ...own } = values;
    const files = media === undefined ? {} : { media: [media].flat().map((url) => ({ url })) };
    const row = {
      level,
      account: cell('adAccountId'),
      name: cell('name'),
      campaign: cell('campaignId'),
      adSet: cell('adSetId'),
    };
    rows.push({
      ...row,
      number,
      values: own,
      more: level === 'ad' ? {} : more,
      ...(level === 'ad' && { ad: { ...ad, ...files } }),
    });
    return [];
  });
  return { rows, rest: [header, ...rest], faults };
}

/**
 * The service keeps a key for a day: after batches that are older than this, one may be used again.
 */
const KEPT_MS = 3 * 86_400_000;
const PAGE = 200;

/**
 * The launch of a file as it stands, with what exists by now: under the same name whatever of it is
 * made. What an earlier try began is followed to its end first, because what it makes does not
 * exist yet. The key is that of the try after the last batch: two tries that have seen the same are
 * sent once.
 */
export async function launchOf(
  { client, screen, now }: { readonly client: Client; readonly screen: Screen; now(): number },
  table: Table,
): Promise<FileLaunch | undefined> {
  const rows = newRowsIn(table).rows.map(({ number: _, ...row }) => JSON.stringify(row));
  if (rows.length === 0) return undefined;
  const name = `slipway apply ${createHash('sha256').update(rows.sort().join('\n')).digest('hex').slice(0, 24)}`;
  for await (const batch of batchesOf(client, { status: 'processing' }))
    if (batch.name === name) {
      const id = batch.adBatchId;
      screen.say(
        `  Batch ${id} makes new rows of this file, as an earlier command asked. It is followed to its end first.`,
      );
      const { status, halted } = await ended(client, screen, id);
      if (status === 'processing')
        throw new UsageFault(
          `Batch ${id} makes new rows of this file and has not ended, so nothing was sent. ${halted?.message ?? ''} ${halted?.fix ?? ''}`,
        );
    }
  let last: number | undefined;
  for await (const { name: own, adBatchId, createdAt } of batchesOf(client, {})) {
    if (own === name) last = adBatchId;
    if (last !== undefined || Date.parse(createdAt) < now() - KEPT_MS) break;
  }
  return { name, key: `${name} after ${last ?? 'none'}` };
}

type Batch = AnswerOf<'batches.list'>['data'][number];

/** The newest first. */
async function* batchesOf(
  client: Client,
  query: { readonly status?: 'processing' },
): AsyncGenerator<Batch> {
  for (let offset = 0; ; offset += PAGE) {
    const { data, pagination } = await client.batches.list({ ...query, offset, limit: PAGE });
    yield* data;
    if (!pagination.hasMore) return;
  }
}

/** Stays until a batch has ended, or nothing works on it any more. */
async function ended(client: Client, screen: Screen, id: number): Promise<AnswerOf<'batches.get'>> {
  let batch = await client.batches.get({ id });
  while (batch.status === 'processing' && batch.halted === undefined) {
    screen.draw(
      `  ${batch.successfulAds} of ${batch.totalAds} new ads made`,
      String(batch.successfulAds),
    );
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    batch = await client.batches.get({ id });
  }
  screen.settle();
  return batch;
}

/** Plans what rows without ids ask for, as one launch. Nothing is sent. */
export async function planNew(
  client: Client,
  { rows: asked }: NewRows,
  { place, launch }: { readonly place: PlaceOf; readonly launch: FileLaunch | undefined },
): Promise<NewObjects | undefined> {
  if (asked.length === 0 || launch === undefined) return undefined;
  const known = await knownIn(client, asked);
  const { rows, there } = await withoutExisting(client, asked, known);
  const composed = composeRows(rows, known);
  const { body } = composed;
  if (rows.length === 0) return { body, refused: [], there, launch };
  const at = (row: number) => place(rows[row]?.number ?? 1);
  const missing = unknownParents(rows, known);
  const refused = [
    ...composed.faults.map(({ row, key, why }) => ({
      place: at(row),
      column: key,
      message: WHY[why],
    })),
    ...rows.flatMap(({ number, account, campaign, adSet }) =>
      missing
        .filter(
          (each) =>
            each.account === account && each.name === (each.level === 'adset' ? adSet : campaign),
        )
        .map(({ level, name }) => ({
          place: place(number),
          column: `${level === 'adset' ? 'adSet' : 'campaign'}Id`,
          message: `There is no ${level === 'adset' ? 'ad set' : level} “${name}” in this account, nor a row that makes it.`,
        })),
    ),
  ];
  if (refused.length > 0) return { body, refused, there, launch };
  try {
    return {
      body,
      plan: await client.plan({ ...body, faultsLimit: 5_000 } as InputOf<'plan'>),
      refused: [],
      there,
      launch,
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const faults =
      error.details.length > 0 ? error.details : [{ path: '', message: error.message }];
    return {
      body,
      refused: faults.map((fault) => ({
        ...placed(fault.path, composed, at),
        message: fault.message,
      })),
      there,
      launch,
    };
  }
}

const WHY = {
  missing: 'This cell is needed for a new one, and is empty.',
  several: 'Several are called so. Give the id.',
  childless: 'Nothing goes into it. Campaigns and ad sets are made together with their ads.',
} as const;

/** The row that a fault of the service is about. */
function placed(
  path: string,
  { places }: ComposedRows,
  at: PlaceOf,
): Pick<Fault, 'place' | 'column'> {
  const [, list = '', index, field = ''] =
    /^(newCampaigns|newAdSets|ads)\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
  const row = places[list as keyof typeof places]?.[Number(index)];
  return { place: row === undefined ? 'the whole file' : at(row), column: field || path };
}

/** Campaigns and ad sets of the accounts that rows name. */
async function knownIn(client: Client, rows: readonly NewRow[]): Promise<readonly KnownObject[]> {
  const known: KnownObject[] = [];
  for (const account of new Set(rows.map((row) => row.account)))
    for (const level of ['campaign', 'adset'] as const)
      for (const { id, campaignId, values } of await rowsOf(client, {
        adAccountId: account,
        level,
      }))
        known.push({ level, account, id, name: String(values.name), campaignId });
  return known;
}

/** A file is applied again: what has its name, in what it goes into, is there. */
async function withoutExisting<R extends NewRow>(
  client: Client,
  asked: readonly R[],
  known: readonly KnownObject[],
) {
  const ads = new Map<string, ReadonlySet<string>>();
  const rows: R[] = [];
  const there: string[] = [];
  const named = (level: string, account: string, name: string) =>
    known.filter(
      (each) =>
        each.level === level &&
        each.account === account &&
        (each.id === name || each.name === name),
    );
  for (const row of asked) {
    const { level, account, name } = row;
    const campaigns = named('campaign', account, row.campaign).map(({ id }) => id);
    const isUnder = ({ campaignId = '' }: KnownObject) =>
      row.campaign === '' || campaigns.includes(campaignId);
    const adSets = named('adset', account, row.adSet).filter(isUnder);
    const [adSet] = adSets;
    if (level === 'ad' && adSet !== undefined && !ads.has(adSet.id))
      ads.set(
        adSet.id,
        new Set(
          (await rowsOf(client, { adAccountId: account, level, adSetId: adSet.id })).map(
            ({ values }) => String(values.name),
          ),
        ),
      );
    const exists =
      level === 'ad'
        ? adSets.some(({ id }) => ads.get(id)?.has(name))
        : named(level, account, name).some(
            (each) => each.name === name && (level === 'campaign' || isUnder(each)),
          );
    if (exists) there.push(`“${name}”`);
    else rows.push(row);
  }
  return { rows, there };
}

export function sayNew(screen: Screen, { plan, refused, there }: NewObjects): void {
  if (there.length > 0)
    screen.say(
      `  There already, and made no second time: ${there.join(', ')}. To change one, write its id into its row.`,
    );
  for (const { summary } of plan?.operations ?? []) screen.say(`  ${summary}`);
  for (const { message } of plan?.warnings ?? []) screen.say(`    ${message}`);
  if (plan !== undefined) {
    const { starts, refused: limits } = spendingRemarks(plan);
    for (const what of starts) screen.say(`  starts to spend: ${what}`);
    for (const message of limits) screen.say(screen.paint.red(`  ✗ ${message}`));
  }
  for (const { place, column, message } of refused)
    screen.say(screen.paint.red(`  ✗ ${column}, ${place}: ${message}`));
  if (refused.length > 0)
    screen.say(screen.paint.red('  Nothing new is made: new objects of a file are made together.'));
}

/** Makes them, once, and stays until that has ended. */
export async function makeNew(
  client: Client,
  screen: Screen,
  { body, plan, launch: { name: launchName, key } }: NewObjects,
): Promise<AnswerOf<'batches.get'>> {
  const request = {
    ...body,
    name: launchName,
    planDigest: plan?.digest ?? '',
  } as InputOf<'launch'>;
  const { adBatchId } = await client
    .launch(request, { idempotencyKey: key })
    .catch((error: unknown) => {
      if (!(error instanceof ApiError) || !error.details.some(({ code }) => code === 'key_reused'))
        throw error;
      const message = `Nothing was sent: another command launched new rows of this file meanwhile. Apply the file again. Where its batch was renamed, name it “${launchName}” again first (slipway batches rename).`;
      throw new ApiError(error.status, error.code, message);
    });
  const batch = await ended(client, screen, adBatchId);
  if (batch.halted !== undefined)
    screen.say(screen.paint.red(`  ✗ ${batch.halted.message} ${batch.halted.fix}`));
  for (const { name, state, message } of batch.made ?? [])
    if (state !== 'made') screen.say(screen.paint.red(`  ✗ “${name}”: ${message ?? state}`));
  for (const { adName, message } of batch.failedAds)
    screen.say(screen.paint.red(`  ✗ “${adName}”: ${message}`));
  screen.say(
    `  ${batch.successfulAds} of ${batch.totalAds} new ads made. Undo: slipway undo ${adBatchId} --delete`,
  );
  return batch;
}
