import {
  type RuleColumnKey,
  ruleColumns,
  type State,
} from '../../../core/features/automations/sheet/columns.ts';
import {
  type RowCells,
  type RuleRow,
  readRuleRow,
} from '../../../core/features/automations/sheet/read-row.ts';
import {
  faultCells,
  faultOf,
  verdictCell,
  whyCell,
} from '../../../core/features/automations/sheet/verdict.ts';
import type { AnswerOf } from '../../../server/client/types.ts';
import { userAccounts } from '../../base/accounts.ts';
import type { App } from '../../base/app.ts';
import { type Problem, problemOf } from '../../base/problem.ts';
import { say } from '../../base/say.ts';
import { openService, type Service } from '../../base/service.ts';
import {
  createRulesSheet,
  openRulesSheet,
  type RulesSheet,
  type WrittenRow,
  writeBack,
} from './rules-sheet.ts';

type Rule = AnswerOf<'automations.get'>;

export interface RulesDone {
  readonly rows: number;
  readonly faulty: number;
  /** Rows that were not reached before the script had to end. */
  readonly left: number;
}

const vocabulary = async (service: Service): Promise<AnswerOf<'automations.fields'>> =>
  service.call('automations.fields', {}, { patient: true });

export async function newRulesSheet(app: App): Promise<void> {
  const service = openService(app);
  createRulesSheet(app, await vocabulary(service), await userAccounts(app, service));
}

/** Judges every row on the figures of now; saves nothing. */
export async function checkRules(app: App): Promise<RulesDone> {
  return eachRow(app, async ({ service }, _, { rule, faults }) => {
    if (faults.length > 0) return faultCells(faults, headerOf);
    const checked = await service.call('automations.check', rule as never, { patient: true });
    if (!checked.valid)
      return {
        ...faultCells(checked.faults.map(faultOf), headerOf),
        sentence: checked.sentence ?? '',
      };
    const { preview } = checked;
    return {
      verdict: preview === undefined ? say('notJudged') : capital(preview.message),
      why: whyCell(preview?.results ?? []),
      sentence: checked.sentence ?? '',
      problem: checked.warnings.map(({ message }) => message).join('\n'),
    };
  });
}

/**
 * Saves every row as a rule, tries it and sets its state. A rule acts only once its verdict was
 * seen.
 */
export async function saveRules(app: App): Promise<RulesDone> {
  return eachRow(app, async (work, row, read) => {
    if (read.faults.length > 0) return faultCells(read.faults, headerOf);
    const twin = work.open.rows.find(
      ({ number, cells }) => number < row.number && isTwin(cells, row.cells),
    );
    if (twin !== undefined)
      return {
        ...faultCells([], headerOf),
        problem: say('sameRule', { row: twin.number }),
      };
    return saveRow(app, work, row, read);
  });
}

const isTwin = (cells: RowCells, other: RowCells): boolean =>
  cells.ruleId !== '' && cells.ruleId === other.ruleId;

interface Work {
  readonly service: Service;
  readonly open: RulesSheet;
}

async function eachRow(
  app: App,
  work: (of: Work, row: WrittenRow, read: RuleRow) => Promise<RowCells>,
): Promise<RulesDone> {
  const service = openService(app);
  const open = openRulesSheet(app);
  const words = await vocabulary(service);
  let [faulty, done] = [0, 0];
  for (const row of open.rows) {
    if (app.clock.now() > app.deadline) break;
    const cells = await work({ service, open }, row, readRuleRow(row.cells, words)).catch(
      (error: unknown) => refusedCells(problemOf(error)),
    );
    writeBack(open, row, cells);
    done += 1;
    if (cells.verdict === 'Needs fixing') faulty += 1;
  }
  return { rows: open.rows.length, faulty, left: open.rows.length - done };
}

/** What concerns the row is told in it; what concerns them all ends the work. */
function refusedCells(problem: Problem): RowCells {
  if (problem.kind !== 'rows' && problem.kind !== 'changed' && problem.kind !== 'other')
    throw problem;
  if (problem.details.length > 0) return faultCells(problem.details.map(faultOf), headerOf);
  return { ...faultCells([], headerOf), problem: problem.message };
}

async function saveRow(
  app: App,
  { service, open }: Work,
  row: WrittenRow,
  { rule, state }: RuleRow,
): Promise<RowCells> {
  const digest = (await app.secrets.sha256(JSON.stringify(rule))).slice(0, 16);
  const [revision = '', savedDigest = ''] = (row.cells.saved ?? '').split('|');
  const isSeen = row.cells.ruleId !== '' && savedDigest === digest;
  const saved = await written(service, row, rule, {
    revision: Number(revision),
    digest,
    isSeen,
    sheetId: open.sheet.getSheetId(),
  });
  const keeping = { ruleId: saved.id, saved: `${saved.revision}|${digest}` };
  // Kept before anything else is asked: what comes next may fail.
  writeBack(open, row, keeping);
  const tried = await service.call(
    'automations.execute',
    { id: saved.id, dryRun: true },
    { patient: true },
  );
  const mayAct = state !== 'act' || isSeen || saved.mode === 'act';
  const now = mayAct ? await inState(service, saved, state) : saved;
  const { wouldHaveActed, considered } = tried.counts;
  const verdict =
    tried.status === 'skipped' ? say('notJudged') : verdictCell(wouldHaveActed, considered);
  return {
    ...keeping,
    verdict: mayAct ? verdict : say('saveAgain', { verdict }),
    why: tried.message ?? whyCell(tried.results),
    sentence: saved.sentence,
    problem: '',
    lastRun: now.lastRun === null ? '' : `${now.lastRun.at}: ${now.lastRun.status}`,
  };
}

async function written(
  service: Service,
  row: WrittenRow,
  rule: RuleRow['rule'],
  {
    revision,
    digest,
    isSeen,
    sheetId,
  }: { revision: number; digest: string; isSeen: boolean; sheetId: number },
): Promise<Rule> {
  const id = row.cells.ruleId ?? '';
  // The same row is the same request, whose answer may have been lost.
  if (id === '')
    return service.call('automations.create', rule as never, {
      patient: true,
      idempotencyKey: `rules-${sheetId}-${digest}`,
    });
  if (isSeen) return service.call('automations.get', { id }, { patient: true });
  return service.call('automations.update', { id, ...emptied, ...rule, revision } as never, {
    patient: true,
  });
}

/** What a row says no more is said no more by its rule. */
const emptied = { rank: null, priority: 500, params: {} } as const;

/** Switches the rule as its row says. */
async function inState(service: Service, rule: Rule, state: State): Promise<Rule> {
  if (state === 'off')
    return rule.enabled
      ? service.call('automations.toggle', { id: rule.id, enabled: false }, { patient: true })
      : rule;
  if (rule.enabled && rule.mode === state) return rule;
  return service.call(
    'automations.toggle',
    { id: rule.id, enabled: true, mode: state },
    { patient: true },
  );
}

const headerOf = (column: RuleColumnKey): string =>
  ruleColumns.find(({ key }) => key === column)?.header ?? column;

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
