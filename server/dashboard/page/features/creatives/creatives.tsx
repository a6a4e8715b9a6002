import { useState } from 'preact/hooks';
import type { AnswerOf } from '../../../../client/client.ts';
import { useResource } from '../../base/resource.ts';
import { count, dayBefore, figure, plural } from '../../base/words.ts';
import { AccountChoice, Empty, Field, PageHead, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { Table } from '../../parts/table.tsx';

const METRICS = [
  ['spend', 'Spend'],
  ['impressions', 'Impressions'],
  ['clicks', 'Clicks'],
  ['ctr', 'Click rate'],
  ['cpc', 'Cost per click'],
] as const;
const DAYS = [7, 14, 28, 90];

/** Which pictures, and which parts of names, work: figures of all their ads, and how their click rate moved. */
export function CreativesPage() {
  const accounts = useResource('accounts.list', { limit: 200 });
  const conventions = useResource('namingConventions.list', { limit: 50 });
  const [chosen, setChosen] = useState<string>();
  const [groupBy, setGroupBy] = useState('asset');
  const [metric, setMetric] = useState<string>('spend');
  const [length, setLength] = useState(28);
  const choices = choicesOf(accounts.data?.data ?? []);
  const here = choices.find(({ id }) => id === chosen) ?? choices[0];
  const days = { startDate: dayBefore(length, here?.timezone), endDate: dayBefore(1, here?.timezone) };
  const top = useResource(
    'reports.topCreatives',
    here && { accountIds: [...here.accountIds], ...days, groupBy, metric, limit: 50 },
  );
  const fields = [...new Set(conventions.data?.data.flatMap(({ fields: each }) => each.map(({ key }) => key)) ?? [])];
  const rows = top.data?.data ?? [];
  return (
    <>
      <PageHead title="Creatives" lead="What ads show, over all their ads, accounts and platforms. Figures, and no advice." />
      <section class="controls" aria-label="What to show">
        <AccountChoice label="Account" accounts={choices} value={here?.id} onChoose={setChosen} />
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
          <select value={metric} onChange={(event) => setMetric(event.currentTarget.value)}>
            {METRICS.map(([key, label]) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        <Field label="Days">
          <select value={length} onChange={(event) => setLength(Number(event.currentTarget.value))}>
            {DAYS.map((each) => (
              <option key={each} value={each}>
                The last {each}
              </option>
            ))}
          </select>
        </Field>
      </section>
      {top.problem && <ProblemNote problem={top.problem} onRetry={top.reload} />}
      {accounts.data?.data.length === 0 ? (
        <Empty icon="connections" title="No ad account yet">
          What the ads of your ad accounts show appears here once a platform is connected.
        </Empty>
      ) : top.data === undefined ? (
        !top.problem && <Waiting rows={4} />
      ) : rows.length === 0 ? (
        <Empty icon="reports" title="No figures for these days">
          Ads are known by their files: those launched here by content, others by what their platform calls them.
        </Empty>
      ) : (
        <>
          {top.data.metadata.coverage !== null && (
            <p class="hint known-share">
              What ads show is known of {figure(top.data.metadata.coverage * 100, 'percent')} of what was spent.
            </p>
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
                        width={64}
                        height={64}
                        // Platforms' addresses of pictures stop working after some hours.
                        onError={(event) => event.currentTarget.remove()}
                      />
                    )}
                    <span>
                      <Name row={row} groupBy={groupBy} />
                      <span class="hint nowrap">
                        {row.firstDay} to {row.lastDay}
                      </span>
                      {row.accountIds.length > 1 && (
                        <span class="hint">
                          {plural(row.accountIds.length, 'account')} on {plural(row.platforms.length, 'platform')}
                        </span>
                      )}
                      {row.similarAssets.length > 0 && (
                        <a href={`#/library/${row.mediaIds[0]}`}>{plural(row.similarAssets.length, 'similar file')}</a>
                      )}
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

interface Choice {
  readonly id: string;
  readonly name: string;
  readonly accountIds: readonly string[];
  readonly currency: string;
  readonly timezone: string;
}

/** Each account, and those of one currency together: sums of several mean nothing. */
function choicesOf(accounts: AnswerOf<'accounts.list'>['data']): readonly Choice[] {
  const active = accounts.filter(({ status }) => status === 'active');
  const single = active.map(({ id, name, currency, timezone }) => ({ id, name, accountIds: [id], currency, timezone }));
  const together = [...new Set(active.map(({ currency }) => currency))].flatMap((currency): readonly Choice[] => {
    const of = active.filter((each) => each.currency === currency);
    const [first] = of;
    if (first === undefined || of.length < 2) return [];
    const name = `All ${of.length} accounts in ${currency}`;
    return [{ id: `all ${currency}`, name, accountIds: of.map(({ id }) => id), currency, timezone: first.timezone }];
  });
  return [...single, ...together];
}

type Row = AnswerOf<'reports.topCreatives'>['data'][number];

/** With the way to the file, where it is one of the library. */
function Name({ row, groupBy }: { readonly row: Row; readonly groupBy: string }) {
  const name = nameOf(row, groupBy);
  return row.mediaIds[0] === undefined ? <strong>{name}</strong> : <a href={`#/library/${row.mediaIds[0]}`}>{name}</a>;
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

function nameOf(row: Row, groupBy: string): string {
  if (groupBy !== 'asset')
    return String(
      (row.name as { readonly [field: string]: unknown } | null)?.[groupBy.slice('name.'.length)] ?? 'Not in the name',
    );
  if (row.asset == null) return 'Not known';
  const [ref = ''] = row.asset.split('/').slice(-1);
  return row.title ?? `${row.asset.startsWith('set-') ? 'Several files' : 'Not among your files'} ${ref.slice(0, 12)}`;
}
