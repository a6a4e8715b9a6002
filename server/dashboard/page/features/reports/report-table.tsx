import { client, type Report, useResource } from '../../base/api.ts';
import { count, figure, share } from '../../base/words.ts';
import { attempt } from '../../parts/dialogs.tsx';
import { Button, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { Table } from '../../parts/table.tsx';
import { changeWords, type PartProps, type Row, useTotals } from './figures.tsx';
import { downloadCsv, downloadXlsx } from './files.ts';
import { type Choice, groupOf, PARTS, rowsOf, shownMetrics } from './query.ts';

/** Rows on the screen; files have all. */
const LIMIT = 500;
const PAGE = 1000;

const isOrdered = (by: string): boolean => ['day', 'week', 'month', 'campaignName', 'adsetName'].includes(by);

async function allRows(choice: Choice, apart: boolean): Promise<Report['data']> {
  const found: Report['data'][number][] = [];
  for (;;) {
    const query = rowsOf(choice, PAGE, apart, found.length);
    if (query === undefined) return found;
    const page = await client.reports.query(query);
    found.push(...page.data);
    if (!page.pagination.hasMore) return found;
  }
}

/** The columns that say what a row stands for. */
function standsFor({
  by,
  second,
  part,
}: Choice): readonly { readonly key: string; readonly label: string; readonly field: string }[] {
  const groups = [by, second].filter((key) => key !== '').map((key) => ({ key, label: groupOf(key)[1], field: groupOf(key)[2] }));
  const parts = part.split(',').filter((key) => key !== '');
  return [...groups, ...parts.map((key) => ({ key, label: PARTS.find(([name]) => name === key)?.[1] ?? key, field: key }))];
}

export function Rows({ choice, change, about, apart }: PartProps & { apart: boolean }) {
  const { data, problem, reload, loading } = useResource('reports.query', rowsOf(choice, LIMIT, apart));
  const totals = useTotals(choice, about);
  const columns = standsFor(choice);
  const metrics = shownMetrics(choice);
  const title = columns.map(({ label }) => label.toLowerCase()).join(', ');
  const rows = (data?.data ?? []) as readonly Row[];
  const sort = (key: string): void =>
    change(choice.sort === key ? { descending: !choice.descending } : { sort: key, descending: true });
  const save = async (kind: 'csv' | 'xlsx') => {
    const all = await attempt(() => allRows(choice, apart));
    const name = `slipway ${choice.by} ${choice.from} ${choice.to}.${kind}`;
    if (all) (kind === 'csv' ? downloadCsv : downloadXlsx)(all, name);
  };
  const headerOf = (key: string, name: string) => (
    <button key={key} type="button" class="sorter" onClick={() => sort(key)}>
      {name}
      <span aria-hidden="true">{choice.sort === key ? (choice.descending ? ' ↓' : ' ↑') : ''}</span>
      {choice.sort === key && <span class="sr">, sorted {choice.descending ? 'downwards' : 'upwards'}</span>}
    </button>
  );
  const shown = (value: number | null | undefined, metric: string, row?: Row) =>
    figure(value, about(metric).type, (row?.currency as string | undefined) ?? data?.metadata.currency);
  const changed = (row: Row, metric: string) => {
    const by = row.change?.[metric];
    return (
      row.previous && (
        <span class="hint" title={`Before: ${shown(row.previous[metric], metric, row)}`}>
          {typeof by === 'number' ? share(by) : '–'}
        </span>
      )
    );
  };
  return (
    <section aria-label="Table">
      <header class="section-head">
        <h2 class="section">By {title}</h2>
        <div class="actions">
          {(['csv', 'xlsx'] as const).map((kind) => (
            <Button key={kind} icon="download" disabled={rows.length === 0} onClick={() => void save(kind)}>
              {kind.toUpperCase()}
            </Button>
          ))}
        </div>
      </header>
      {data?.metadata.compareTo && (
        <p class="hint">
          Compared with {data.metadata.compareTo.startDate} to {data.metadata.compareTo.endDate}.
        </p>
      )}
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {data === undefined ? (
        !problem && <Waiting rows={7} />
      ) : rows.length === 0 ? (
        <p class="nothing">{loading ? 'Fetching…' : 'Nothing was delivered in these days.'}</p>
      ) : (
        <Table
          narrow="pinned"
          label={`Figures by ${title}`}
          head={[
            ...columns.map(({ key, label }) => (isOrdered(key) ? headerOf(key, label) : label)),
            ...metrics.map((metric) => headerOf(metric, about(metric).label)),
          ]}
          numbers={metrics.map((_, i) => i + columns.length)}
          foot={
            !apart &&
            totals.known && (
              <tr>
                <td class="strong" colSpan={columns.length}>
                  Total
                </td>
                {metrics.map((metric) => (
                  <td key={metric} class="number strong">
                    {shown(totals.now(metric), metric)}
                    {choice.compare !== '' && (
                      <span class="hint">{changeWords(totals.now(metric), totals.before(metric)) ?? '–'}</span>
                    )}
                  </td>
                ))}
              </tr>
            )
          }
        >
          {rows.map((row) => (
            <tr
              key={JSON.stringify([
                ...columns.map(({ field }) => row[field]),
                row.adId,
                row.adsetId,
                row.campaignId,
                row.accountId,
              ])}
            >
              {columns.map(({ key, field }, i) => (
                <td key={key} class={i === 0 ? 'grow strong' : 'part'} dir="auto">
                  {row[field] ?? row[key]}
                  {i === 0 && apart && choice.by !== 'accountId' && <span class="hint">{row.accountName ?? row.accountId}</span>}
                </td>
              ))}
              {metrics.map((metric) => (
                <td key={metric} class="number">
                  {shown(row[metric] as number | null | undefined, metric, row)}
                  {changed(row, metric)}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      )}
      {data?.pagination.hasMore && (
        <p class="hint">
          {rows.length} of {count(data.pagination.total)} rows; the files have them all.
        </p>
      )}
    </section>
  );
}
