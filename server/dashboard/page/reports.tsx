import { useEffect, useState } from 'preact/hooks';
import { client } from './api.ts';
import { DayChart } from './chart.tsx';
import { Button, Empty, PageHead, ProblemNote, Waiting } from './parts.tsx';
import { Controls } from './report-controls.tsx';
import {
  type Choice,
  choiceIn,
  daysOf,
  downloadCsv,
  firstOrder,
  GROUPS,
  LABELS,
  METRICS,
  questionOf,
  rowsOf,
  totalsOf,
} from './report-query.ts';
import { useResource } from './resource.ts';
import { go, putQuestion, questionHere } from './route.ts';
import type { Report } from './shapes.ts';
import { Table } from './table.tsx';
import { attempt } from './toasts.tsx';
import { count, dayBefore, type FigureType, figure } from './words.ts';

/** What was looked at last, for whoever comes back to the page by the menu. */
let kept = new URLSearchParams();

type Row = { readonly [field: string]: string | number | null | undefined };

export function ReportsPage() {
  const accounts = useResource('accounts.list', { limit: 200 });
  const fields = useResource('reports.fields', {});
  const [choice, setChoice] = useState<Choice>(() => {
    const otherwise = { accounts: [], from: dayBefore(14), to: dayBefore(1), by: 'campaignName', metric: 'spend' };
    return choiceIn(questionHere().size > 0 ? questionHere() : kept, { ...otherwise, ...firstOrder(otherwise.by) });
  });
  const active = accounts.data?.data.filter(({ status }) => status === 'active');
  const first = active?.[0];
  useEffect(() => {
    if (first === undefined) return;
    // Days are those of the account: yesterday ended when it ended there.
    const isDated = questionHere().has('from') || kept.has('from');
    const days = isDated ? {} : { from: dayBefore(14, first.timezone), to: dayBefore(1, first.timezone) };
    setChoice((now) => (now.accounts.length === 0 ? { ...now, ...days, accounts: [first.id] } : now));
  }, [first?.id]);
  useEffect(() => {
    if (choice.accounts.length === 0) return;
    kept = questionOf(choice);
    putQuestion(kept);
  }, [choice]);
  const currencies = new Set(accounts.data?.data.filter(({ id }) => choice.accounts.includes(id)).map((each) => each.currency));
  const change = (some: Partial<Choice>): void =>
    setChoice((now) => ({ ...now, ...(some.by !== undefined && some.by !== now.by && firstOrder(some.by)), ...some }));
  const about = (metric: string): { readonly label: string; readonly type: FigureType } => ({
    label: LABELS[metric] ?? metric,
    type: fields.data?.metrics.find(({ key }) => key === metric)?.type ?? 'count',
  });

  if (accounts.data?.data.length === 0)
    return (
      <>
        <PageHead title="Reports" />
        <Empty
          icon="connections"
          title="No ad account yet"
          action={
            <Button kind="primary" onClick={() => go('connections')}>
              Connect a platform
            </Button>
          }
        >
          Reports show the figures of the ad accounts you connect.
        </Empty>
      </>
    );
  return (
    <>
      <PageHead title="Reports" lead="What was spent and what came of it." />
      <Controls choice={choice} change={change} accounts={accounts.data?.data ?? []} />
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
              These accounts spend in {[...currencies].join(' and ')}. Sums of several currencies say nothing, so there are none;
              the table has a row for each account.
            </p>
          ) : (
            <Figures choice={choice} change={change} about={about} />
          )}
          <Rows choice={choice} change={change} about={about} apart={currencies.size > 1} />
        </>
      )}
    </>
  );
}

interface PartProps {
  readonly choice: Choice;
  readonly change: (some: Partial<Choice>) => void;
  readonly about: (metric: string) => { readonly label: string; readonly type: FigureType };
}

/** Totals, each of them a switch for the chart below. */
function Figures({ choice, change, about }: PartProps) {
  const totals = useResource('reports.query', totalsOf(choice));
  const days = useResource('reports.query', daysOf(choice));
  const currency = days.data?.metadata.currency;
  const rows = (totals.data?.data ?? []) as readonly Row[];
  // A ratio of one platform is its own; of several there is no honest sum.
  const total = (metric: string): number | null =>
    rows.length === 1 ? ((rows[0]?.[metric] as number | null | undefined) ?? null) : sum(rows, metric, about(metric).type);
  const { label, type } = about(choice.metric);
  const points = ((days.data?.data ?? []) as readonly Row[]).map((row) => ({
    day: String(row.day),
    value: typeof row[choice.metric] === 'number' ? Number(row[choice.metric]) : null,
  }));
  const drawable = points.some(({ value }) => value !== null);
  return (
    <section class="card figures" aria-label="Figures">
      <fieldset class="tiles">
        <legend class="sr">Figure in the chart</legend>
        {METRICS.map((metric) => (
          <label
            key={metric}
            class={metric === choice.metric ? 'on' : ''}
            {...(rows.length > 0 && total(metric) === null && { title: NO_SUM })}
          >
            <input type="radio" name="metric" checked={metric === choice.metric} onChange={() => change({ metric })} />
            <span class="tile-name">{about(metric).label}</span>
            <span class="tile-value">{rows.length === 0 ? '–' : figure(total(metric), about(metric).type, currency)}</span>
          </label>
        ))}
      </fieldset>
      {days.problem ? (
        // The table below says why, once.
        <p class="chart-place">–</p>
      ) : drawable ? (
        <DayChart points={points} label={`${label} by day`} format={(value) => figure(value, type, currency)} />
      ) : (
        <p class="chart-place">
          {days.loading ? 'Fetching…' : points.length > 0 ? NO_SUM : 'Nothing was delivered in these days.'}
        </p>
      )}
    </section>
  );
}

const NO_SUM = 'There is no sum: campaigns with different goals count different things as results. See the rows below.';

const sum = (rows: readonly Row[], metric: string, type: FigureType): number | null =>
  type === 'count' || metric === 'spend' ? rows.reduce((all, row) => all + Number(row[metric] ?? 0), 0) : null;

const LIMIT = 100;
/** Rows of one answer. */
const PAGE = 1000;

/** Groupings the service sorts by. */
const isOrdered = (by: string): boolean => by === 'day' || by === 'week' || by === 'campaignName' || by === 'adsetName';

/** @param apart rows of each account by themselves */
function Rows({ choice, change, about, apart }: PartProps & { readonly apart: boolean }) {
  const { data, problem, reload, loading } = useResource('reports.query', rowsOf(choice, LIMIT, apart));
  const [, label, field] = GROUPS.find(([key]) => key === choice.by) ?? ['', 'Group', choice.by];
  const rows = (data?.data ?? []) as readonly Row[];
  const sort = (key: string): void =>
    change(choice.sort === key ? { descending: !choice.descending } : { sort: key, descending: true });
  const download = async (): Promise<void> => {
    const all = await attempt(async () => {
      const found: Report['data'][number][] = [];
      for (;;) {
        const query = rowsOf(choice, PAGE, apart, found.length);
        if (query === undefined) return found;
        const page = await client.reports.query(query);
        found.push(...page.data);
        if (!page.pagination.hasMore) return found;
      }
    });
    if (all) downloadCsv(all, `slipway ${choice.by} ${choice.from} ${choice.to}.csv`);
  };
  const headerOf = (key: string, name: string) => (
    <button key={key} type="button" class="sorter" onClick={() => sort(key)}>
      {name}
      <span aria-hidden="true">{choice.sort === key ? (choice.descending ? ' ↓' : ' ↑') : ''}</span>
      {choice.sort === key && <span class="sr">, sorted {choice.descending ? 'downwards' : 'upwards'}</span>}
    </button>
  );
  const headers = METRICS.map((metric) => headerOf(metric, about(metric).label));
  return (
    <section aria-label="Table">
      <header class="section-head">
        <h2 class="section">By {label.toLowerCase()}</h2>
        <Button icon="download" disabled={rows.length === 0} onClick={() => void download()}>
          CSV
        </Button>
      </header>
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {data === undefined ? (
        !problem && <Waiting rows={7} />
      ) : rows.length === 0 ? (
        <p class="nothing">{loading ? 'Fetching…' : 'Nothing was delivered in these days.'}</p>
      ) : (
        <Table
          narrow="pinned"
          label={`Figures by ${label}`}
          head={[isOrdered(choice.by) ? headerOf(choice.by, label) : label, ...headers]}
          numbers={METRICS.map((_, i) => i + 1)}
        >
          {rows.map((row) => (
            <tr key={`${row[field]} ${row.adId ?? row.adsetId ?? row.campaignId ?? ''} ${row.accountId ?? ''}`}>
              <td class="grow strong" dir="auto">
                {row[field] ?? row[choice.by]}
                {apart && choice.by !== 'accountId' && <span class="hint">{row.accountName ?? row.accountId}</span>}
              </td>
              {METRICS.map((metric) => (
                <td key={metric} class="number">
                  {figure(
                    row[metric] as number | null | undefined,
                    about(metric).type,
                    (row.currency as string | undefined) ?? data.metadata.currency,
                  )}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      )}
      {data?.pagination.hasMore && (
        <p class="hint">
          {rows.length} of {count(data.pagination.total)} rows; the CSV has them all.
        </p>
      )}
    </section>
  );
}
