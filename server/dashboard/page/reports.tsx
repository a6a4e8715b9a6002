import { useEffect, useState } from 'preact/hooks';
import { get } from './api.ts';
import { DayChart } from './chart.tsx';
import { Button, Empty, Field, PageHead, ProblemNote, Table, Waiting } from './parts.tsx';
import { type Choice, daysPath, downloadCsv, GROUPS, LABELS, METRICS, rowsPath, totalsPath } from './report-query.ts';
import { useResource } from './resource.ts';
import { go } from './route.ts';
import type { AdAccount, List, Report, ReportFields } from './shapes.ts';
import { attempt } from './toasts.tsx';
import { count, dayBefore, type FigureType, figure } from './words.ts';

type Row = { readonly [field: string]: string | number | null | undefined };

export function ReportsPage() {
  const accounts = useResource<List<AdAccount>>('/v1/adaccounts?limit=200');
  const fields = useResource<ReportFields>('/v1/reports/fields');
  const [choice, setChoice] = useState<Choice>({
    ...{
      accounts: [],
      from: dayBefore(14),
      to: dayBefore(1),
      by: 'campaignName',
      metric: 'spend',
      sort: 'spend',
      descending: true,
    },
  });
  const active = accounts.data?.data.filter(({ status }) => status === 'active');
  const first = (active?.find(({ platform }) => platform === 'primary') ?? active?.[0])?.id;
  useEffect(() => {
    if (first !== undefined) setChoice((now) => (now.accounts.length === 0 ? { ...now, accounts: [first] } : now));
  }, [first]);
  const change = (some: Partial<Choice>): void => setChoice((now) => ({ ...now, ...some }));
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
      <Figures choice={choice} change={change} about={about} />
      <Rows choice={choice} change={change} about={about} />
    </>
  );
}

interface PartProps {
  readonly choice: Choice;
  readonly change: (some: Partial<Choice>) => void;
  readonly about: (metric: string) => { readonly label: string; readonly type: FigureType };
}

function Controls({
  choice,
  change,
  accounts,
}: Pick<PartProps, 'choice' | 'change'> & { readonly accounts: readonly AdAccount[] }) {
  const toggle = (id: string): void =>
    change({ accounts: choice.accounts.includes(id) ? choice.accounts.filter((each) => each !== id) : [...choice.accounts, id] });
  const names = accounts.filter(({ id }) => choice.accounts.includes(id)).map(({ name }) => name);
  return (
    <section class="controls" aria-label="What to show">
      <details class="picker">
        <summary>
          <span class="field-label">Accounts</span>
          <span class="picked">{names.length === 0 ? 'none' : names.length === 1 ? names[0] : `${names.length} accounts`}</span>
        </summary>
        <fieldset class="choices">
          <legend class="sr">Accounts</legend>
          {accounts.map(({ id, name, currency }) => (
            <label key={id}>
              <input type="checkbox" checked={choice.accounts.includes(id)} onChange={() => toggle(id)} />
              <span>
                {name} <span class="hint">{currency}</span>
              </span>
            </label>
          ))}
        </fieldset>
      </details>
      <Field label="Days">
        <select
          value={
            choice.to === dayBefore(1) ? (['7', '14', '30', '60'].find((n) => choice.from === dayBefore(Number(n))) ?? '') : ''
          }
          onChange={(event) =>
            event.currentTarget.value && change({ from: dayBefore(Number(event.currentTarget.value)), to: dayBefore(1) })
          }
        >
          <option value="7">last 7</option>
          <option value="14">last 14</option>
          <option value="30">last 30</option>
          <option value="60">last 60</option>
          <option value="">as dated</option>
        </select>
      </Field>
      <Field label="From">
        <input
          type="date"
          value={choice.from}
          max={choice.to}
          onChange={(event) => event.currentTarget.value && change({ from: event.currentTarget.value })}
        />
      </Field>
      <Field label="To">
        <input
          type="date"
          value={choice.to}
          min={choice.from}
          onChange={(event) => event.currentTarget.value && change({ to: event.currentTarget.value })}
        />
      </Field>
      <Field label="By">
        <select value={choice.by} onChange={(event) => change({ by: event.currentTarget.value })}>
          {GROUPS.map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      </Field>
    </section>
  );
}

/** Totals, each of them a switch for the chart below. */
function Figures({ choice, change, about }: PartProps) {
  const totals = useResource<Report>(totalsPath(choice));
  const days = useResource<Report>(daysPath(choice));
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
  return (
    <section class="card figures" aria-label="Figures">
      <fieldset class="tiles">
        <legend class="sr">Figure in the chart</legend>
        {METRICS.map((metric) => (
          <label key={metric} class={metric === choice.metric ? 'on' : ''}>
            <input type="radio" name="metric" checked={metric === choice.metric} onChange={() => change({ metric })} />
            <span class="tile-name">{about(metric).label}</span>
            <span class="tile-value">{rows.length === 0 ? '–' : figure(total(metric), about(metric).type, currency)}</span>
          </label>
        ))}
      </fieldset>
      {days.problem ? (
        <ProblemNote problem={days.problem} onRetry={days.reload} />
      ) : points.length > 0 ? (
        <DayChart points={points} label={`${label} by day`} format={(value) => figure(value, type, currency)} />
      ) : (
        <p class="chart-place">{days.loading ? 'Fetching…' : 'Nothing was delivered in these days.'}</p>
      )}
    </section>
  );
}

const sum = (rows: readonly Row[], metric: string, type: FigureType): number | null =>
  type === 'count' || metric === 'spend' ? rows.reduce((all, row) => all + Number(row[metric] ?? 0), 0) : null;

const LIMIT = 100;

function Rows({ choice, change, about }: PartProps) {
  const { data, problem, reload, loading } = useResource<Report>(rowsPath(choice, LIMIT));
  const [, label, field] = GROUPS.find(([key]) => key === choice.by) ?? ['', 'Group', choice.by];
  const rows = (data?.data ?? []) as readonly Row[];
  const sort = (key: string): void =>
    change(choice.sort === key ? { descending: !choice.descending } : { sort: key, descending: true });
  const download = async (): Promise<void> => {
    const path = rowsPath(choice, 1000);
    const all = path && (await attempt(() => get<Report>(path)));
    if (all) downloadCsv(all, `slipway ${choice.by} ${choice.from} ${choice.to}.csv`);
  };
  const headers = METRICS.map((metric) => (
    <button key={metric} type="button" class="sorter" onClick={() => sort(metric)}>
      {about(metric).label}
      <span aria-hidden="true">{choice.sort === metric ? (choice.descending ? ' ↓' : ' ↑') : ''}</span>
      {choice.sort === metric && <span class="sr">, sorted {choice.descending ? 'downwards' : 'upwards'}</span>}
    </button>
  ));
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
        <Table label={`Figures by ${label}`} head={[label, ...headers]} numbers={METRICS.map((_, i) => i + 1)}>
          {rows.map((row) => (
            <tr key={`${row[field]} ${row.adId ?? row.adsetId ?? row.campaignId ?? ''} ${row.accountId ?? ''}`}>
              <td class="grow strong">{row[field] ?? row[choice.by]}</td>
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
          {rows.length} of {count(data.pagination.total)} rows; the CSV has up to 1,000.
        </p>
      )}
    </section>
  );
}
