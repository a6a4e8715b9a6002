import { statusWordsOf } from '../../accounts/status-words.ts';
import { csvLine } from '../../base/csv.ts';
import { explained, PlatformError, SlipwayError } from '../../base/errors.ts';
import type { ExportFiles } from '../../ports/export-files.ts';
import type { FactEntity } from '../../ports/facts.ts';
import type { Job, JobDone } from '../../ports/jobs.ts';
import type { AdSet } from '../../ports/platform-accounts.ts';
import { namedAccounts, type ReportAccount } from '../../report/accounts.ts';
import { begun } from '../../report/coverage.ts';
import { fetchMissing } from '../../report/fetch.ts';
import type { ReportPorts } from '../../report/group-page.ts';
import { type Cell, dailyCells, structureCells } from './fields.ts';
import { type ExportFormat, type ExportRecord, exportKind, fileOf } from './records.ts';

interface RunExportPorts extends Omit<ReportPorts, 'jobs'> {
  readonly exportFiles: ExportFiles;
}

const SLICE = 500;
/** Then other jobs have their turn. */
const TURN_MS = 20_000;
const MOST_FAILURES = 6;

/**
 * Notes each slice that was written: a worker that takes over goes on there, and overwrites what
 * lies beyond the note.
 */
export async function runExport(
  ports: RunExportPorts,
  job: Job,
  stopping: () => boolean = () => false,
): Promise<JobDone> {
  const { store, clock } = ports;
  const { companyId, subject: exportId } = job;
  const found = await store.get(exportKind, companyId, exportId);
  if (found === undefined || found.doc.status === 'success' || found.doc.status === 'error')
    return undefined;
  let { version, doc: record } = found;
  // False when another worker has taken over.
  const note = async (changes: Partial<ExportRecord>): Promise<boolean> => {
    const doc = { ...record, ...changes };
    if (await store.commit([{ kind: exportKind, companyId, id: exportId, expect: version, doc }]))
      return false;
    version += 1;
    record = doc;
    return true;
  };

  const until = clock.monotonic() + TURN_MS;
  const adSetsOf = adSetReader();
  try {
    if (record.status === 'queued' && !(await note({ status: 'running' }))) return undefined;
    while (record.position.account < record.accountIds.length) {
      if (clock.monotonic() >= until || stopping()) return { againAt: clock.now() };
      const slice = await nextSlice(ports, record, { companyId, until, stopping, adSetsOf });
      if (slice === undefined) return { againAt: clock.now() };
      const head = record.bytes === 0 ? headLine(record.format, record.fields) : '';
      const text = head + slice.rows.map(lineWriter(record.format, record.fields)).join('');
      const bytes = await ports.exportFiles.write(
        companyId,
        fileOf(exportId, record),
        record.bytes,
        text,
      );
      const { account } = record.position;
      const position =
        slice.after === undefined ? { account: account + 1 } : { account, after: slice.after };
      if (!(await note({ bytes, rows: record.rows + slice.rows.length, position })))
        return undefined;
    }
    await note({ status: 'success', finishedAt: clock.now() });
    return undefined;
  } catch (error) {
    const passing =
      !(error instanceof SlipwayError) ||
      error.code === 'unavailable' ||
      (error instanceof PlatformError && error.failure.retryable);
    if (passing && (job.failures ?? 0) + 1 < MOST_FAILURES) throw error;
    await note({ status: 'error', finishedAt: clock.now(), error: reasonOf(error) });
    return undefined;
  }
}

const headLine = (format: ExportFormat, fields: readonly string[]) =>
  format === 'csv' ? csvLine(fields) : '';

function lineWriter(
  format: ExportFormat,
  fields: readonly string[],
): (cells: readonly Cell[]) => string {
  if (format === 'csv') return csvLine;
  const names = fields.map((field) => `${JSON.stringify(field)}:`);
  return (cells) => `{${cells.map((cell, i) => `${names[i]}${JSON.stringify(cell)}`).join(',')}}\n`;
}

interface Slice {
  readonly rows: readonly (readonly Cell[])[];
  readonly after?: string;
}

/** Undefined when the figures are not all there yet. */
async function nextSlice(
  ports: RunExportPorts,
  record: ExportRecord,
  {
    companyId,
    adSetsOf,
    ...turn
  }: {
    readonly companyId: string;
    readonly until: number;
    readonly stopping: () => boolean;
    readonly adSetsOf: AdSetReader;
  },
): Promise<Slice | undefined> {
  const { account: place, after } = record.position;
  const [account] = await namedAccounts(
    ports,
    companyId,
    [record.accountIds[place] ?? ''],
    'accountIds',
  );
  if (account === undefined) return { rows: [] };
  if (record.range === undefined) return structureSlice(ports, record, account, adSetsOf);
  const range = begun(record.range, ports.clock.now(), account.timezone);
  if (range === undefined) return { rows: [] };
  if (after === undefined) {
    const { complete } = await fetchMissing(ports, companyId, {
      account,
      range,
      breakdown: 'none',
      ...turn,
      asOf: Math.min(record.createdAt, ports.clock.now()),
    });
    if (!complete) return undefined;
  }
  const slice = await ports.facts.scan(companyId, {
    scope: { accountId: account.key, breakdown: 'none', ...range },
    level: levels[record.level],
    limit: SLICE,
    ...(after !== undefined && { after }),
  });
  const cells = dailyCells(record.level, record.fields);
  return {
    rows: slice.rows.map((row) => cells(row, account)),
    ...(slice.next !== undefined && { after: slice.next }),
  };
}

const levels: { readonly [L in ExportRecord['level']]: FactEntity } = {
  ad: 'adId',
  adset: 'adsetId',
  campaign: 'campaignId',
};

async function structureSlice(
  ports: RunExportPorts,
  { level, fields, position: { after } }: ExportRecord,
  account: ReportAccount,
  adSetsOf: AdSetReader,
): Promise<Slice> {
  const platform = ports.platforms[account.platform];
  const access = await account.access();
  if (platform === undefined) return { rows: [] };
  const words = statusWordsOf(platform);
  const worded = <T extends { readonly status: string }>(row: T): T => ({
    ...row,
    status: words(row.status),
  });
  if (level === 'campaign') {
    const cells = structureCells('campaign', fields);
    return {
      rows: (await platform.accounts.campaigns(access)).map((row) => cells(worded(row), account)),
    };
  }
  if (level === 'adset') {
    const cells = structureCells('adset', fields);
    return {
      rows: (await platform.accounts.adSets(access)).map((row) => cells(worded(row), account)),
    };
  }
  const cells = structureCells('ad', fields);
  const isNamed = ['campaignId', 'campaignName', 'adsetName'].some((field) =>
    fields.includes(field),
  );
  const adSets = isNamed
    ? await adSetsOf(account.key, () => platform.accounts.adSets(access))
    : new Map<string, AdSet>();
  const page = await platform.inspect?.ads(access, {
    limit: 200,
    ...(after !== undefined && { after }),
  });
  const next = page === undefined || page.data.length === 0 ? undefined : page.after;
  return {
    rows: (page?.data ?? []).map((row) =>
      cells({ ...worded(row), adSet: adSets.get(row.adSetId) }, account),
    ),
    ...(next !== undefined && { after: next }),
  };
}

type AdSetReader = (
  account: string,
  read: () => Promise<readonly AdSet[]>,
) => Promise<ReadonlyMap<string, AdSet>>;

/**
 * The ad sets of the account at work, read once for all its slices: ads name theirs by id alone.
 */
function adSetReader(): AdSetReader {
  let held: { readonly account: string; readonly adSets: ReadonlyMap<string, AdSet> } | undefined;
  return async (account, read) => {
    if (held?.account !== account)
      held = { account, adSets: new Map((await read()).map((each) => [each.id, each])) };
    return held.adSets;
  };
}

function reasonOf(error: unknown): { code: string; message: string } {
  if (error instanceof PlatformError)
    return { code: error.code, message: explained(error.failure) };
  if (error instanceof SlipwayError) return { code: error.code, message: error.message };
  return {
    code: 'internal_server_error',
    message: 'The export could not be written. Start it again.',
  };
}
