import { readAmount } from '../../../core/base/amount.ts';
import {
  answerPositions,
  type LeadSheetKey,
  leadSheetRow,
  leadWords,
  newQuestions,
} from '../../../core/features/leads/lead-sheet.ts';
import type { LeadRow } from '../../../core/features/leads/schema.ts';
import { type Account, readAccounts, rememberedAccounts } from '../../base/accounts.ts';
import type { App } from '../../base/app.ts';
import { fileDecimalSign } from '../../base/locale.ts';
import { accountLabel } from '../../base/platforms.ts';
import { Problem } from '../../base/problem.ts';
import { say } from '../../base/say.ts';
import { openService, type Service } from '../../base/service.ts';
import {
  currentLeadTab,
  type LeadCells,
  type LeadTabRow,
  leadTabs,
  type OpenLeadTab,
  openLeadTab,
  settleLeads,
} from './tab.ts';

export interface LeadsState {
  readonly tabs: readonly { readonly name: string; readonly account: string }[];
  /** Accounts whose leads are read. */
  readonly accounts: readonly { readonly account: string; readonly label: string }[];
}

/** How a tab stands after it was filled or sent. */
export interface LeadsSummary {
  readonly sheetName: string;
  readonly added: number;
  readonly erased: number;
  readonly sent: number;
  readonly refused: number;
}

const PAGE = 200;
const MOST_STAGES = 500;

export async function leadsState(app: App): Promise<LeadsState> {
  const service = openService(app);
  const { data } = await service.call('leadWatches.list', {});
  const accounts = data.length === 0 ? [] : await accountsOf(app, service);
  return {
    tabs: leadTabs(app).map(({ sheet, account }) => ({ name: sheet.getName(), account })),
    accounts: data.map(({ id, platform, adAccountId }) => ({
      account: id,
      label: accountLabel(
        accounts.find((each) => each.id === adAccountId && each.platform === platform) ?? {
          id: adAccountId,
          name: adAccountId,
          platform,
        },
      ),
    })),
  };
}

const accountsOf = async (app: App, service: Service): Promise<readonly Account[]> =>
  rememberedAccounts(app) ?? (await readAccounts(service));

/**
 * Puts new leads below the others, and takes the answers away of those whom the service has erased.
 */
export async function fetchLeads(app: App): Promise<LeadsSummary> {
  const tab = currentLeadTab(app);
  const service = openService(app);
  const leads = await allLeads(service, tab.account);
  const erased = await erasedLeads(service, tab.account);
  return app.locked(async () => {
    const { layout, rows } = openLeadTab(tab);
    const answers = answerPositions(layout);
    const there = new Map(leads.map((lead) => [lead.id, lead]));
    const known = new Set(rows.map(({ cell }) => cell('leadId')));
    const headers = [...layout.headers, ...newQuestions(layout, leads)];
    const timezone = app.spreadsheet.getSpreadsheetTimeZone();
    const cellsOf = (lead: LeadRow): LeadCells => {
      const texts = leadSheetRow(headers, lead, timezone);
      return Object.fromEntries(
        headers.flatMap((header, i) => (header === '' ? [] : [[header, texts[i] ?? '']])),
      );
    };
    const fresh = leads.filter(({ id }) => !known.has(id)).reverse();
    const status = headers[layout.positions.get('status') ?? -1] ?? '';
    const cells = new Map<string, LeadCells>();
    let cleared = 0;
    for (const { cell, cells: texts } of rows) {
      const id = cell('leadId');
      const lead = there.get(id);
      const isMarked = cell('status') === leadWords.gone;
      if (erased.has(id)) {
        if (!isMarked || answers.some((position) => texts[position] !== '')) cleared += 1;
        const empty = Object.fromEntries(answers.map((position) => [headers[position] ?? '', '']));
        cells.set(id, { ...empty, [status]: leadWords.gone });
      } else if (lead !== undefined && isMarked) {
        // It was taken for erased: its answers come back.
        const own = cellsOf(lead);
        const back = answers
          .map((position) => headers[position] ?? '')
          .map((header) => [header, own[header] ?? '']);
        cells.set(id, { ...Object.fromEntries(back), [status]: '' });
      } else if (lead?.stages.some(({ stage }) => stage === cell('stage')))
        cells.set(id, { [status]: leadWords.sent });
    }
    const isSettled = settleLeads(tab, {
      rows: new Map(fresh.map((lead) => [lead.id, cellsOf(lead)])),
      cells,
    });
    if (!isSettled) throw new Problem('changed', say('tabMoved', { sheet: tab.sheet.getName() }));
    return {
      sheetName: tab.sheet.getName(),
      added: fresh.length,
      erased: cleared,
      sent: 0,
      refused: 0,
    };
  });
}

/** Those that are kept, the newest first. */
const allLeads = async (service: Service, accountId: string): Promise<readonly LeadRow[]> =>
  (await allPages((page) =>
    service.call('leads.list', { accountId, ...page }, { patient: true }),
  )) as readonly LeadRow[];

/** Whom the service has erased. One that is merely missing from a list is not among them. */
const erasedLeads = async (service: Service, accountId: string): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await allPages((page) =>
        service.call('leads.erased', { accountId, ...page }, { patient: true }),
      )
    ).map(({ id }) => id),
  );

async function allPages<Row>(
  ask: (page: {
    limit: number;
    after?: string;
  }) => Promise<{ readonly data: readonly Row[]; readonly after: string | null }>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let after: string | null | undefined; ; ) {
    const page = await ask({ limit: PAGE, ...(after && { after }) });
    rows.push(...page.data);
    after = page.after;
    if (after === null) return rows;
  }
}

interface OpenStage {
  readonly id: string;
  readonly stage: {
    readonly leadId: string;
    readonly stage: string;
    readonly value?: string;
    readonly currency?: string;
  };
}

/** A cell that cannot be sent, by the key of its column. */
interface StageFault {
  readonly key: LeadSheetKey;
  readonly message: string;
}

/**
 * Sends the stages of all rows that have one and were not sent with it. A cell with a fault is red,
 * and the other rows are sent.
 */
export async function sendLeadStages(app: App): Promise<LeadsSummary> {
  const tab = openLeadTab(currentLeadTab(app));
  const service = openService(app);
  const faults = new Map<string, StageFault>();
  const told = new Map<string, string>();
  const rows = tab.rows.filter(
    ({ cell }) => cell('stage') !== '' && cell('status') !== leadWords.gone,
  );
  let open = rows.flatMap((row): OpenStage[] => {
    const read = stageOf(row);
    if ('key' in read) faults.set(row.cell('leadId'), read);
    return 'key' in read ? [] : [read];
  });
  let sent = 0;
  while (open.length > 0) {
    const chunk = open.slice(0, MOST_STAGES);
    const answer = await handed(service, chunk, faults);
    // Some cells were refused as such: the others go without them.
    if (answer === undefined) open = open.filter(({ id }) => !faults.has(id));
    else {
      for (const { index, message } of answer.refused) told.set(chunk[index]?.id ?? '', message);
      for (const { id } of chunk) if (!told.has(id)) told.set(id, '');
      sent += answer.accepted;
      open = open.slice(MOST_STAGES);
    }
  }
  const [status, problem] = (['status', 'problem'] as const).map((key) => headerOf(tab, key));
  const cells = new Map<string, LeadCells>();
  for (const { cell } of rows) {
    const id = cell('leadId');
    const fault = faults.get(id);
    const why =
      fault === undefined ? (told.get(id) ?? '') : `${headerOf(tab, fault.key)}: ${fault.message}`;
    cells.set(id, {
      [status ?? '']: why === '' ? leadWords.sent : leadWords.refused,
      [problem ?? '']: why,
    });
  }
  const marked = new Map(
    rows.map(({ cell }) => cell('leadId')).map((id) => [id, faultyHeaders(tab, faults.get(id))]),
  );
  await app.locked(async () => settleLeads(tab, { cells, marked }));
  const refused = [...cells.values()].filter(
    (own) => own[status ?? ''] === leadWords.refused,
  ).length;
  return { sheetName: tab.sheet.getName(), added: 0, erased: 0, sent, refused };
}

const headerOf = ({ layout }: OpenLeadTab, key: LeadSheetKey): string =>
  layout.headers[layout.positions.get(key) ?? -1] ?? '';

const faultyHeaders = (tab: OpenLeadTab, fault: StageFault | undefined): readonly string[] =>
  fault === undefined ? [] : [headerOf(tab, fault.key)];

function stageOf({ cell }: LeadTabRow): OpenStage | StageFault {
  const [leadId, stage, value, currency] = [
    cell('leadId'),
    cell('stage'),
    cell('value'),
    cell('currency'),
  ];
  const read = value === '' ? undefined : readAmount(value, fileDecimalSign());
  if (read !== undefined && 'message' in read) return { key: 'value', message: read.message };
  return {
    id: leadId,
    stage: {
      leadId,
      stage,
      ...(read && { value: read.amount }),
      ...(currency !== '' && { currency }),
    },
  };
}

/**
 * Undefined where the service refused cells: they are among the faults then. Throws where it
 * refused anything else.
 */
async function handed(
  service: Service,
  chunk: readonly OpenStage[],
  faults: Map<string, StageFault>,
) {
  try {
    return await service.call('leads.stages', { stages: chunk.map(({ stage }) => stage) });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const found = error.details.flatMap(({ path, message }) => {
      const [, index, field] = /^stages\[(\d+)\]\.?(\w*)/.exec(path) ?? [];
      const id = index === undefined ? undefined : chunk[Number(index)]?.id;
      const key: LeadSheetKey = field === 'value' || field === 'currency' ? field : 'stage';
      return id === undefined ? [] : [{ id, fault: { key, message } }];
    });
    if (found.length === 0) throw error;
    for (const { id, fault } of found) faults.set(id, fault);
    return undefined;
  }
}
