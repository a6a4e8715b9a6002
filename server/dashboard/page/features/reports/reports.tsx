import { useEffect, useState } from 'preact/hooks';
import { useAccounts, useResource } from '../../base/api.ts';
import { usePlatforms } from '../../base/platforms.ts';
import { putQuestion, questionHere, useListener } from '../../base/route.ts';
import { dayBefore, type FigureType } from '../../base/words.ts';
import { Empty, NoAccounts, PageHead, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { type KeptReport, plugged } from '../../parts/plug.ts';
import { NARROW } from '../../parts/table.tsx';
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

const isPeriod = (period: string | null): period is keyof typeof PERIODS =>
  period !== null && period in PERIODS;

const opened = (kept: KeptReport, zone: string | undefined): Choice =>
  choiceOf(kept, daysIn(isPeriod(kept.period) ? kept.period : 'last_7_days', zone));

/** What is shown, with its period in the place of its days where they are one. */
function keptOf(choice: Choice, zone: string | undefined) {
  const { startDate, endDate, ...query } = rowsOf(choice, 100, false) ?? {};
  const period = periodOf(choice, zone);
  return { period, query: period === undefined ? { ...query, startDate, endDate } : query };
}

/** The last view, for a return to the page by the menu. */
let kept = new URLSearchParams();

export function ReportsPage() {
  const accounts = useAccounts();
  const fields = useResource('reports.fields', {});
  const parted = plugged('useNameFields').flatMap((useFields) => useFields());
  const [choice, setChoice] = useState<Choice>(() => {
    const otherwise = { from: dayBefore(14), to: dayBefore(1), by: 'campaignName' };
    return fitting(choiceIn(questionHere().size > 0 ? questionHere() : kept, otherwise));
  });
  const [isDated] = useState(() => (questionHere().size > 0 ? questionHere() : kept).has('from'));
  // Read before the address says what is shown: what opens it may be loaded later.
  const [asked, setAsked] = useState(() => questionHere().get('saved'));
  useListener('hashchange', () => setAsked(questionHere().get('saved')));
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
  const zone = chosen[0]?.timezone;
  const currencies = new Set(chosen.map(({ currency }) => currency));
  const dimensions = fields.data?.dimensions ?? [];
  const platforms = [...new Set(chosen.map(({ platform }) => platform))];
  const parts = partsOffered(dimensions, platforms, choice);
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
    setChoice((now) =>
      fitting({
        ...now,
        ...(some.by !== undefined && some.by !== now.by && firstOrder(some.by)),
        ...some,
      }),
    );
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
      {plugged('KeptReports').map((Kept) => (
        <Kept
          key="kept"
          asked={asked}
          zone={zone}
          query={() => keptOf(choice, zone)}
          onOpen={(kept) => {
            setAsked(null);
            setChoice(opened(kept, zone));
          }}
        />
      ))}
      <details class="filters" open={innerWidth > NARROW}>
        <summary>Filters</summary>
        <Controls
          choice={choice}
          change={change}
          accounts={listed ?? []}
          groups={groups}
          parts={parts}
          windows={windows}
        />
      </details>
      {without.length > 0 && (
        <p class="note calm" dir="auto">
          Not among the accounts, because their platform has no reports:{' '}
          {without.map(({ name }) => name).join(', ')}
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
              These accounts spend in {[...currencies].join(' and ')}. Amounts of several currencies
              are not added; the table has a row for each account.
            </p>
          ) : (
            <Figures choice={choice} change={change} about={about} zone={zone} />
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
