import { createAppsScriptLogTab } from '../../adapters/apps-script/log-tab.ts';
import { createAppsScriptSecrets } from '../../adapters/apps-script/secrets.ts';
import { Busy, PATIENCE } from '../../adapters/apps-script/table.ts';
import { createSheetLogStore, type SheetLogStore } from '../../adapters/store/sheet-log.ts';
import { batchKind } from '../../core/launch/journal/records.ts';
import { doubtBatch } from '../../core/launch/run/doubt.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { Http } from '../../core/ports/http.ts';
import type { Store } from '../../core/ports/store.ts';
import { allOf } from '../../core/records/list.ts';
import { FILE } from '../base/app.ts';
import { connectionOf } from '../base/settings.ts';
import { createPorts } from './engine.ts';
import { claimExecution, endedName } from './execution.ts';
import { runDueJobs } from './jobs.ts';
import { createStandaloneSecrets } from './secrets.ts';
import { sweep } from './sweep.ts';

/** The hidden sheet in which everything is kept. */
const TAB = 'slipway store';

/** How long one execution goes on with jobs; the next trigger or look goes on from there. */
const WORK_MS = 100_000;

/**
 * Which execution worked last: where the file names another, it is an earlier version of itself.
 */
const WORKED = 'worked';

/** One execution at work: the document's lock is its own, and what the file keeps is in memory. */
export interface Session {
  readonly store: SheetLogStore;
  readonly ports: ServicePorts;
  /** Tries this token in place of the user's own. */
  useToken(token: string): void;
  /** Carries out what is due, unless another execution may still be at it. */
  work(companyId: string): Promise<void>;
  /** Writes everything down and lets others in. */
  close(): Promise<void>;
}

/** @param isReader a formula, which may write nothing: what it commits is forgotten */
export function openSession(
  world: {
    readonly clock: Clock;
    readonly http: Http;
    readonly deadline: number;
    readonly patience?: number;
  },
  isReader: boolean,
): Session {
  const { clock } = world;
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  const properties = PropertiesService.getUserProperties();
  const lock = LockService.getDocumentLock();
  if (!isReader && !lock.tryLock(world.patience ?? PATIENCE)) throw new Busy();
  const execution = { id: `${clock.now()}-${Utilities.getUuid()}`, startedAt: clock.now() };
  const store = createSheetLogStore({
    tab: createAppsScriptLogTab({ spreadsheetApp: SpreadsheetApp, spreadsheet }, TAB),
    file: spreadsheet.getId(),
    // Launches and reports in a copy say themselves whose they are; everything else is the
    // original's.
    keptInCopy: (companyId) => companyId === FILE,
    // Cells are shown after what belongs to the file is written down.
    isAtOnce: (companyId) => companyId === FILE && !isReader,
  });
  let hasWorked = false;
  let tried: string | undefined;
  let own: string | undefined;
  const token = (): string | undefined => {
    own ??= tried ?? connectionOf({ properties })?.key;
    return own;
  };
  const google = createAppsScriptSecrets({ utilities: Utilities, properties });
  const flush = async (): Promise<void> => {
    if (!isReader) await store.flush();
  };
  const ports = createPorts({
    store,
    execution: execution.id,
    clock: { ...clock, sleep: (ms) => flush().then(() => clock.sleep(ms)) },
    http: flushing(world.http, flush),
    secrets: createStandaloneSecrets(google, Utilities, token),
  });
  return {
    store,
    ports,
    useToken(given) {
      [tried, own] = [given, undefined];
    },
    async work(companyId) {
      if (isReader) return;
      const lease = await claimExecution(ports, companyId, execution);
      if (lease === undefined) return;
      const beside = PropertiesService.getDocumentProperties();
      if (!lease.expected.includes(beside.getProperty(WORKED)))
        await doubtAll(store, companyId, clock.now());
      await sweep(ports, companyId);
      beside.setProperty(WORKED, execution.id);
      hasWorked = true;
      await runDueJobs(ports, execution.id, Math.min(world.deadline, clock.now() + WORK_MS));
      await lease.release();
    },
    async close() {
      await flush();
      if (hasWorked)
        PropertiesService.getDocumentProperties().setProperty(WORKED, endedName(execution.id));
      if (!isReader) lock.releaseLock();
    },
  };
}

/**
 * What is unfinished in an earlier version of the file may have been sent: it is looked for first.
 */
async function doubtAll(store: Store, companyId: string, now: number): Promise<void> {
  for (const rawStatus of ['Queued', 'Processing'] as const)
    for (const batch of await allOf(store, batchKind, companyId, { where: { rawStatus } }))
      await doubtBatch(store, companyId, batch, now);
}

/** What was committed is with the spreadsheet before a request leaves that changes something. */
const flushing = (http: Http, flush: () => Promise<void>): Http => ({
  async requestAll(requests) {
    if (requests.some(({ method }) => method !== 'GET')) await flush();
    return http.requestAll(requests);
  },
});
