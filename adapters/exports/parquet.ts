import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { SlipwayError } from '../../core/base/errors.ts';
import { monthEnd, monthOf } from '../../core/base/time/days.ts';
import { type Facts, measures } from '../../core/ports/facts.ts';
import { type DuckdbFile, openDuckdbFile } from '../duckdb/file.ts';
import { fetchJson, type ParquetPlace, putJson } from './parquet-place.ts';
import {
  gather,
  namesKey,
  type ParquetAccount,
  type ParquetTable,
  partKey,
  tables,
  workTables,
  writeNames,
  writePart,
} from './parquet-tables.ts';

interface ParquetExport {
  readonly facts: Facts;
  readonly companyId: string;
  readonly accounts: readonly ParquetAccount[];
  readonly place: ParquetPlace;
  onProgress?(account: string, rows: number): void;
}

export interface ParquetResult {
  readonly accounts: number;
  /** Files of facts that were written, and that went because their facts have gone. */
  readonly written: number;
  readonly removed: number;
  /** Rows in the files that were written. */
  readonly rows: number;
  /**
   * Accounts whose figures changed again and again meanwhile: some of their files are as they were
   * before.
   */
  readonly left: readonly string[];
}

const MANIFEST = '_slipway.json';
const SLICE = 2_000;
const MOST_PASSES = 5;
/** Writing a file is slower than gathering it: one thread, and little memory, are enough. */
const WORK = { memory: '64MB', threads: 1 } as const;
/** Every day there is. */
const EVER = { from: '1970-01-01', to: '9999-12-31' } as const;

const accountShape = v.object({
  /** Of the facts when all of its files were theirs. */
  generation: v.nullable(v.string()),
  /** By table and month: what tells whether the facts are those of the file. */
  months: v.record(v.string(), v.record(v.string(), v.string())),
});
const manifestShape = v.object({
  format: v.literal(1),
  companyId: v.string(),
  accounts: v.record(v.string(), accountShape),
});
type Manifest = v.InferOutput<typeof manifestShape>;
type AccountState = v.InferOutput<typeof accountShape>;

/**
 * Writes the facts of a company as files of Parquet, a partition for each account and month. Only
 * what has changed since the last run to the same place is written. Each file is whole when it gets
 * its name, and holds the facts of one moment.
 */
export async function exportParquet({
  facts,
  companyId,
  accounts,
  place,
  onProgress,
}: ParquetExport): Promise<ParquetResult> {
  const file = await openDuckdbFile(join(place.work, 'work.duckdb'), workTables, WORK);
  const result = {
    accounts: accounts.length,
    written: 0,
    removed: 0,
    rows: 0,
    left: [] as string[],
  };
  try {
    await clear(place, file);
    const manifest = await manifestOf(place, companyId);
    for (const account of accounts) {
      const state: AccountState = manifest.accounts[account.key] ?? {
        generation: null,
        months: {},
      };
      manifest.accounts[account.key] = state;
      // With the measures that files have: those of a version that had fewer are written again.
      const generationNow = async (): Promise<string> =>
        `${measures.join(' ')} ${(await facts.generations(companyId, [account.key]))[0] ?? ''}`;
      const isDone = await exportAccount({
        facts,
        companyId,
        account,
        place,
        file,
        state,
        generationNow,
        result,
      });
      if (!isDone) result.left.push(account.key);
      await putJson(place, MANIFEST, manifest);
      onProgress?.(account.key, result.rows);
    }
    return result;
  } finally {
    await file.close();
    await rm(join(place.work, 'work.duckdb'), { force: true });
  }
}

interface Run extends Pick<ParquetExport, 'facts' | 'companyId' | 'place'> {
  readonly account: ParquetAccount;
  readonly file: DuckdbFile;
  readonly state: AccountState;
  readonly result: { written: number; removed: number; rows: number };
  generationNow(): Promise<string>;
}

async function exportAccount(run: Run): Promise<boolean> {
  const before = run.result.written;
  const isDone = await inPasses(run);
  if (run.result.written > before) await exportNames(run);
  return isDone;
}

async function inPasses(run: Run): Promise<boolean> {
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const generation = await run.generationNow();
    if (run.state.generation === generation) return true;
    if (!(await onePass(run, generation, pass))) continue;
    run.state.generation = generation;
    return true;
  }
  return false;
}

/** False when the facts have changed meanwhile. */
async function onePass(run: Run, generation: string, pass: number): Promise<boolean> {
  for (const table of tables) {
    const known = run.state.months[table.name] ?? {};
    run.state.months[table.name] = known;
    const signatures = await signaturesOf(run, table);
    if ((await run.generationNow()) !== generation) return false;
    for (const [month, signature] of signatures) {
      if (known[month] === signature) continue;
      const part = join(run.place.work, 'part');
      const rows = await writeMonth(run, table, { month, part, nth: pass });
      if ((await run.generationNow()) !== generation) return false;
      await run.place.put(partKey(table, run.account.key, month), part);
      known[month] = signature;
      run.result.written += 1;
      run.result.rows += rows;
    }
    for (const month of Object.keys(known).filter((each) => !signatures.has(each))) {
      await run.place.remove(partKey(table, run.account.key, month));
      delete known[month];
      run.result.removed += 1;
    }
  }
  return true;
}

/** For each month that has facts: when its days were fetched, and their sums. */
async function signaturesOf(
  { facts, companyId, account }: Run,
  { breakdown }: ParquetTable,
): Promise<Map<string, string>> {
  const scope = { accountId: account.key, breakdown, ...EVER };
  const fetched = new Map(
    (await facts.coverage(companyId, scope)).map(({ day, fetchedAt }) => [day, fetchedAt]),
  );
  const { groups } = await facts.aggregate(companyId, {
    accountIds: [account.key],
    breakdown,
    ...EVER,
    groupBy: ['day'],
    measures,
    order: { by: { dimension: 'day' }, direction: 'asc' },
  });
  const months = new Map<string, unknown[]>();
  for (const { group, sums } of groups) {
    const day = group.day ?? '';
    const days = months.get(monthOf(day)) ?? [account.currency];
    days.push([day, fetched.get(day), measures.map((measure) => sums[measure])]);
    months.set(monthOf(day), days);
  }
  const hash = (days: unknown): string =>
    createHash('sha256').update(JSON.stringify(days)).digest('hex').slice(0, 32);
  return new Map([...months].map(([month, days]) => [month, hash(days)]));
}

/** Writes a month to a file, slice by slice; answers how many rows it has. */
async function writeMonth(
  run: Run,
  table: ParquetTable,
  { month, part, nth }: { readonly month: string; readonly part: string; readonly nth: number },
): Promise<number> {
  const { facts, companyId, account, file } = run;
  const scope = {
    accountId: account.key,
    breakdown: table.breakdown,
    from: `${month}-01`,
    to: monthEnd(`${month}-01`),
  };
  return file.alone(async (session) => {
    await session.exec('TRUNCATE part');
    let rows = 0;
    for (
      let after: string | undefined, isFirst = true;
      isFirst || after !== undefined;
      isFirst = false
    ) {
      const slice = await facts.scan(companyId, {
        scope,
        level: 'adId',
        limit: SLICE,
        ...(after !== undefined && { after }),
      });
      await gather(session, slice.rows, nth);
      rows += slice.rows.length;
      after = slice.next;
    }
    await writePart(session, table, account, part);
    return rows;
  });
}

async function exportNames({ place, account, file }: Run): Promise<void> {
  const [earlier, made] = [join(place.work, 'names-before'), join(place.work, 'names')];
  const isThere = await place.fetch(namesKey(account.key), earlier);
  await file.alone((session) => writeNames(session, isThere ? earlier : undefined, made));
  await place.put(namesKey(account.key), made);
  await rm(earlier, { force: true });
}

/** What a run left behind that died. */
async function clear({ work }: ParquetPlace, file: DuckdbFile): Promise<void> {
  for (const name of await readdir(work))
    if (!name.startsWith('work.duckdb')) await rm(join(work, name), { recursive: true });
  await file.alone((session) => session.exec('TRUNCATE part; TRUNCATE seen'));
}

async function manifestOf(place: ParquetPlace, companyId: string): Promise<Manifest> {
  const found = await fetchJson(place, MANIFEST);
  if (found === undefined) return { format: 1, companyId, accounts: {} };
  const read = v.safeParse(manifestShape, found);
  if (!read.success)
    throw conflict(
      'unreadable_export',
      `${MANIFEST} of this export cannot be read. Export to an empty place, or remove all of it.`,
    );
  if (read.output.companyId !== companyId)
    throw conflict(
      'other_company',
      `This place holds an export of the company ${read.output.companyId}. Name another one.`,
    );
  return read.output;
}

const conflict = (code: string, message: string): SlipwayError =>
  new SlipwayError('conflict', message, { details: [{ path: 'to', code, message }] });
