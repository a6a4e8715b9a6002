import { answerPositions, leadSheetRow, leadWords, newQuestions } from '../../../core/features/leads/lead-sheet.ts';
import type { LeadRow } from '../../../core/features/leads/schema.ts';
import type { App } from '../../base/app.ts';
import { accountLabel } from '../../base/platforms.ts';
import { openService, type Service } from '../../base/service.ts';
import { addQuestions, appendRows, clearAnswers, currentLeadTab, leadTabs, openLeadTab, writeCells } from './tab.ts';

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
  const { data } = await openService(app).call('leadWatches.list', {});
  return {
    tabs: leadTabs(app).map(({ sheet, account }) => ({ name: sheet.getName(), account })),
    accounts: data.map(({ id, platform, adAccountId }) => ({
      account: id,
      label: accountLabel({ id: adAccountId, name: adAccountId, platform }),
    })),
  };
}

/** Puts new leads below the others, and takes the answers of erased ones away. */
export async function fetchLeads(app: App): Promise<LeadsSummary> {
  const tab = currentLeadTab(app);
  const leads = await allLeads(openService(app), tab.account);
  return app.locked(async () => {
    const before = openLeadTab(tab);
    const known = new Set(before.rows.map(({ cell }) => cell('leadId')));
    const fresh = leads.filter(({ id }) => !known.has(id)).reverse();
    addQuestions(before, newQuestions(before.layout, leads));
    const { layout } = openLeadTab(tab);
    appendRows(
      before,
      fresh.map((lead) => leadSheetRow(layout.headers, lead)),
    );
    const there = new Map(leads.map((lead) => [lead.id, lead]));
    const gone = before.rows.filter(({ cell }) => !there.has(cell('leadId')) && cell('status') !== leadWords.gone);
    clearAnswers(
      tab,
      gone.map(({ row }) => row),
      answerPositions(layout),
    );
    const status = new Map(gone.map(({ cell }) => [cell('leadId'), leadWords.gone as string]));
    for (const row of before.rows) {
      const stages = there.get(row.cell('leadId'))?.stages ?? [];
      if (stages.some(({ stage }) => stage === row.cell('stage'))) status.set(row.cell('leadId'), leadWords.sent);
    }
    writeCells(tab, 'status', status);
    return { sheetName: tab.sheet.getName(), added: fresh.length, erased: gone.length, sent: 0, refused: 0 };
  });
}

/** Those that are kept, the newest first. */
async function allLeads(service: Service, accountId: string): Promise<readonly LeadRow[]> {
  const leads: LeadRow[] = [];
  for (let after: string | null | undefined; ; ) {
    const page = await service.call('leads.list', { accountId, limit: PAGE, ...(after && { after }) }, { patient: true });
    leads.push(...(page.data as readonly LeadRow[]));
    after = page.after;
    if (after === null) return leads;
  }
}

/** Sends the stages of all rows that have one and were not sent with it. */
export async function sendLeadStages(app: App): Promise<LeadsSummary> {
  const tab = openLeadTab(currentLeadTab(app));
  const service = openService(app);
  const open = tab.rows.filter(({ cell }) => cell('stage') !== '' && cell('status') !== leadWords.gone);
  const [status, problem] = [new Map<string, string>(), new Map<string, string>()];
  let sent = 0;
  for (let from = 0; from < open.length; from += MOST_STAGES) {
    const chunk = open.slice(from, from + MOST_STAGES);
    const stages = chunk.map(({ cell }) => ({
      leadId: cell('leadId'),
      stage: cell('stage'),
      ...(cell('value') !== '' && { value: cell('value').replace(',', '.') }),
      ...(cell('currency') !== '' && { currency: cell('currency') }),
    }));
    const answer = await service.call('leads.stages', { stages });
    const refused = new Map(answer.refused.map(({ index, message }) => [index, message]));
    chunk.forEach(({ cell }, i) => {
      const why = refused.get(i);
      status.set(cell('leadId'), why === undefined ? leadWords.sent : leadWords.refused);
      problem.set(cell('leadId'), why ?? '');
    });
    sent += answer.accepted;
  }
  writeCells(tab, 'status', status);
  writeCells(tab, 'problem', problem);
  const refused = [...status.values()].filter((word) => word === leadWords.refused).length;
  return { sheetName: tab.sheet.getName(), added: 0, erased: 0, sent, refused };
}
