import { useEffect, useState } from 'preact/hooks';
import { client, type InputOf, type RowOf, useAccounts, useResource } from '../../base/api.ts';
import { usePlatforms } from '../../base/platforms.ts';
import { putQuestion, questionHere, useListener } from '../../base/route.ts';
import { dayBefore, type FigureType } from '../../base/words.ts';
import { act } from '../../parts/dialogs.tsx';
import { KeptChips } from '../../parts/kept-chips.tsx';
import { Empty, NoAccounts, PageHead, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { Controls } from './controls.tsx';
import { Figures } from './figures.tsx';
import { groupsOffered, metricsTold, partsOffered } from './offers.ts';
import {
  type Choice,
  choiceIn,
  choiceOf,
  daysIn,
  firstOrder,
  fitting,
  isOffered,
  LABELS,
  nameGroup,
  PERIODS,
  periodOf,
  questionOf,
  rowsOf,
  WINDOWS,
} from './query.ts';
import { Rows } from './report-table.tsx';

function SavedReports({ choice, zone, onOpen }: { choice: Choice; zone: string | undefined; onOpen: (choice: Choice) => void }) {
  const { data, reload } = useResource('savedReports.list', { limit: 50 });
  const daysFor = (period: string | null) => daysIn(isPeriod(period) ? period : 'last_7_days', zone);
  const open = (saved: RowOf<'savedReports.list'>) => onOpen(choiceOf(saved, daysFor(saved.period)));
  // `#/reports?saved=…` leads to one of them, once the zone of its days is known.
  const [asked, setAsked] = useState(() => questionHere().get('saved'));
  useListener('hashchange', () => setAsked(questionHere().get('saved')));
  useEffect(() => {
    const saved = data?.data.find(({ id }) => id === asked);
    if (saved === undefined || zone === undefined) return;
    setAsked(null);
    open(saved);
  }, [asked, data, zone]);
  const save = (name: string) => {
    const { startDate, endDate, ...query } = rowsOf(choice, 100, false) ?? {};
    const period = periodOf(choice, zone);
    const dated = period === undefined ? { ...query, startDate, endDate } : query;
    return act(
      () => client.savedReports.create({ name, query: dated, ...(period && { period }) } as InputOf<'savedReports.create'>),
      `${name} is saved, for everyone in the company.`,
      reload,
    );
  };
  return (
    <KeptChips
      noun="report"
      kept={data?.data ?? []}
      onOpen={open}
      onForget={({ id, name }) => act(() => client.savedReports.delete({ id }), `${name} is deleted.`, reload)}
      onSave={save}
    />
  );
}

const isPeriod = (period: string | null): period is keyof typeof PERIODS => period !== null && period in PERIODS;

/** The last view, for a return to the page by the menu. */
let kept = new URLSearchParams();

export function ReportsPage() {
  const accounts = useAccounts();
  const fields = useResource('reports.fields', {});
  const conventions = useResource('namingConventions.list', { limit: 50 });
  const [choice, setChoice] = useState<Choice>(() => {
    const otherwise = { from: dayBefore(14), to: dayBefore(1), by: 'campaignName' };
    return fitting(choiceIn(questionHere().size > 0 ? questionHere() : kept, otherwise));
  });
  const [isDated] = useState(() => (questionHere().size > 0 ? questionHere() : kept).has('from'));
  const platformRows = usePlatforms();
  const hasReports = ({ platform }: { readonly platform: string }): boolean =>
    platformRows.find(({ id }) => id === platform)?.offers.includes('report.daily') !== false;
  const listed = accounts.data?.data.filter(hasReports);
  const without = accounts.data?.data.filter((account) => !hasReports(account)) ?? [];
  const active = listed?.filter(({ status }) => status === 'active');
  const first = active?.[0];
  useEffect(() => {
    if (first === undefined) return;
    setChoice((now) => {
      const { timezone } = active?.find(({ id }) => now.accounts.includes(id)) ?? first;
      const days = isDated ? {} : { from: dayBefore(14, timezone), to: dayBefore(1, timezone) };
      return { ...now, ...days, accounts: now.accounts.length === 0 ? [first.id] : now.accounts };
    });
  }, [first?.id]);
  useEffect(() => {
    if (choice.accounts.length === 0) return;
    kept = questionOf(choice);
    putQuestion(kept);
  }, [choice]);
  const chosen = accounts.data?.data.filter(({ id }) => choice.accounts.includes(id)) ?? [];
  const currencies = new Set(chosen.map(({ currency }) => currency));
  const dimensions = fields.data?.dimensions ?? [];
  const platforms = [...new Set(chosen.map(({ platform }) => platform))];
  const parts = partsOffered(dimensions, platforms, choice);
  const parted = conventions.data?.data.flatMap(({ fields: each }) => each.map(({ key }) => key)) ?? [];
  const groups = [...groupsOffered(dimensions, platforms), ...[...new Set(parted)].map(nameGroup)];
  const told = fitting({
    ...choice,
    accounts: choice.accounts.filter((id) => !without.some((account) => account.id === id)),
    metrics: metricsTold(dimensions, platforms, choice),
  });
  const windows = WINDOWS.filter((window) =>
    chosen.every(({ platform }) =>
      isOffered(
        fields.data?.attributionWindows.find((each) => each.platform === platform),
        window,
      ),
    ),
  );
  const change = (some: Partial<Choice>): void =>
    setChoice((now) => fitting({ ...now, ...(some.by !== undefined && some.by !== now.by && firstOrder(some.by)), ...some }));
  const about = (metric: string): { readonly label: string; readonly type: FigureType } => ({
    label: LABELS[metric] ?? metric,
    type: fields.data?.metrics.find(({ key }) => key === metric)?.type ?? 'count',
  });

  if (accounts.data?.data.length === 0)
    return (
      <>
        <PageHead title="Reports" />
        <NoAccounts>Reports show the figures of the ad accounts you connect.</NoAccounts>
      </>
    );
  return (
    <>
      <PageHead title="Reports" lead="What was spent and what came of it." />
      <SavedReports choice={choice} zone={chosen[0]?.timezone} onOpen={setChoice} />
      <Controls choice={choice} change={change} accounts={listed ?? []} groups={groups} parts={parts} windows={windows} />
      {without.length > 0 && (
        <p class="note calm" dir="auto">
          Not among the accounts, because their platform has no reports: {without.map(({ name }) => name).join(', ')}
        </p>
      )}
      {accounts.problem ? (
        <ProblemNote problem={accounts.problem} onRetry={accounts.reload} />
      ) : accounts.data !== undefined && choice.accounts.length === 0 && active?.length !== 0 ? (
        <Empty icon="reports" title="No account is chosen">
          Tick one or several under Accounts.
        </Empty>
      ) : (
        <>
          {currencies.size > 1 ? (
            <p class="note calm">
              These accounts spend in {[...currencies].join(' and ')}. Amounts of several currencies are not added; the table has
              a row for each account.
            </p>
          ) : (
            <Figures choice={choice} change={change} about={about} zone={chosen[0]?.timezone} />
          )}
          {choice.part !== '' && fields.data === undefined && !fields.problem ? (
            <Waiting />
          ) : (
            <Rows choice={told} change={change} about={about} apart={currencies.size > 1} />
          )}
        </>
      )}
    </>
  );
}
