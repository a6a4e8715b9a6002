import { useEffect, useState } from 'preact/hooks';
import { AccountChoice, Empty, Field, PageHead, ProblemNote, Waiting } from './parts.tsx';
import { useResource } from './resource.ts';
import { Table } from './table.tsx';
import { count, dayBefore, figure } from './words.ts';

const METRICS = ['spend', 'impressions', 'clicks', 'ctr', 'cpc'] as const;

/** Which pictures, and which parts of names, work: figures of all their ads, and how their click rate moved. */
export function CreativesPage() {
  const accounts = useResource('accounts.list', { limit: 200 });
  const conventions = useResource('namingConventions.list', { limit: 50 });
  const [account, setAccount] = useState<string>();
  const [groupBy, setGroupBy] = useState('asset');
  const [metric, setMetric] = useState<(typeof METRICS)[number]>('spend');
  const first = accounts.data?.data.find(({ status }) => status === 'active');
  useEffect(() => {
    if (account === undefined && first !== undefined) setAccount(first.id);
  }, [first?.id]);
  const here = accounts.data?.data.find(({ id }) => id === account);
  const days = { startDate: dayBefore(28, here?.timezone), endDate: dayBefore(1, here?.timezone) };
  const top = useResource(
    'reports.topCreatives',
    account === undefined ? undefined : { accountIds: [account], ...days, groupBy, metric, limit: 50 },
  );
  const fields = [...new Set(conventions.data?.data.flatMap(({ fields: each }) => each.map(({ key }) => key)) ?? [])];
  const rows = top.data?.data ?? [];
  return (
    <>
      <PageHead title="Creatives" lead="What ads show, over all their ads in the last four weeks. Figures, and no advice." />
      <section class="controls" aria-label="What to show">
        <AccountChoice label="Account" accounts={accounts.data?.data} value={account} onChoose={setAccount} />
        <Field label="By">
          <select value={groupBy} onChange={(event) => setGroupBy(event.currentTarget.value)}>
            <option value="asset">What they show</option>
            {fields.map((key) => (
              <option key={key} value={`name.${key}`}>
                {key} in the name
              </option>
            ))}
          </select>
        </Field>
        <Field label="First by">
          <select
            value={metric}
            onChange={(event) => setMetric(METRICS.find((each) => each === event.currentTarget.value) ?? 'spend')}
          >
            {METRICS.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </Field>
      </section>
      {top.problem && <ProblemNote problem={top.problem} onRetry={top.reload} />}
      {top.data === undefined ? (
        !top.problem && <Waiting rows={4} />
      ) : rows.length === 0 ? (
        <Empty icon="reports" title="No figures for these days">
          Ads are known by their files: those launched here by content, others by what their platform calls them.
        </Empty>
      ) : (
        <>
          {top.data.metadata.coverage !== null && (
            <p class="hint">What ads show is known of {figure(top.data.metadata.coverage * 100, 'percent')} of what was spent.</p>
          )}
          <Table
            narrow="stacks"
            label="Creatives"
            head={['Creative', 'Ads', 'Spend', 'Impressions', 'Click rate', 'Click rate by week', 'Frequency by week']}
            numbers={[1, 2, 3, 4, 5, 6]}
          >
            {rows.map((row, at) => (
              <tr key={at}>
                <td class="grow">
                  <span class="creative">
                    {row.thumbnailUrl !== null && (
                      <img
                        src={pathOf(row.thumbnailUrl)}
                        alt=""
                        loading="lazy"
                        width={48}
                        height={48}
                        // Platforms' addresses of pictures stop working after some hours.
                        onError={(event) => event.currentTarget.remove()}
                      />
                    )}
                    <span>
                      {nameOf(row, groupBy)}
                      {row.similarAssets.length > 0 && <span class="hint"> {row.similarAssets.length} similar</span>}
                      <span class="hint days">
                        {row.firstDay} to {row.lastDay}
                      </span>
                    </span>
                  </span>
                </td>
                <td class="number" data-name="Ads">
                  {count(row.ads)}
                </td>
                <td class="number" data-name="Spend">
                  {figure(row.spend, 'money', here?.currency)}
                </td>
                <td class="number" data-name="Impressions">
                  {figure(row.impressions, 'count')}
                </td>
                <td class="number" data-name="Click rate">
                  {figure(row.ctr, 'percent')}
                </td>
                <td class="number" data-name="Click rate by week">
                  <Weeks
                    first={figure(row.fatigue.firstWeek.ctr, 'percent')}
                    last={figure(row.fatigue.lastWeek.ctr, 'percent')}
                    change={row.fatigue.ctrChange}
                  />
                </td>
                <td class="number" data-name="Frequency by week">
                  <Weeks
                    first={figure(row.fatigue.firstWeek.frequency, 'ratio')}
                    last={figure(row.fatigue.lastWeek.frequency, 'ratio')}
                    change={row.fatigue.frequencyChange}
                    missing={row.fatigue.frequencyMissing}
                  />
                </td>
              </tr>
            ))}
          </Table>
        </>
      )}
    </>
  );
}

/** The first week, the last, and by how much they differ. */
function Weeks({
  first,
  last,
  change,
  missing,
}: {
  readonly first: string;
  readonly last: string;
  readonly change: number | null;
  readonly missing?: string | undefined;
}) {
  return (
    <>
      <span class="nowrap">
        {first} → {last}
      </span>{' '}
      <span class="hint" title={missing}>
        {missing !== undefined ? 'not known' : change === null ? 'too few days' : signed(change * 100)}
      </span>
    </>
  );
}

const signed = (percent: number): string => `${percent > 0 ? '+' : ''}${percent.toFixed(1)} %`;

/** Files of ours from here; those of platforms from there. */
function pathOf(url: string): string {
  const { pathname } = new URL(url);
  return pathname.startsWith('/media/') ? pathname : url;
}

function nameOf(
  row: {
    readonly asset?: string | null | undefined;
    readonly title: string | null;
    readonly name?: object | null | undefined;
  },
  groupBy: string,
): string {
  if (groupBy !== 'asset')
    return String(
      (row.name as { readonly [field: string]: unknown } | null)?.[groupBy.slice('name.'.length)] ?? 'Not in the name',
    );
  if (row.asset == null) return 'Not known';
  const [ref = ''] = row.asset.split('/').slice(-1);
  return row.title ?? `${row.asset.startsWith('set-') ? 'Several files' : 'Not among your files'} ${ref.slice(0, 12)}`;
}
