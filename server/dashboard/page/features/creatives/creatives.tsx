import { useState } from 'preact/hooks';
import { resultsInWords, resultWord } from '../../../../../core/report/result-word.ts';
import { type AdAccount, useAccounts, useResource } from '../../base/api.ts';
import { useAccountMarks } from '../../base/platforms.ts';
import { count, dayBefore, figure, plural, signed } from '../../base/words.ts';
import { named, SelectField, useValues } from '../../parts/fields.tsx';
import { Empty, Loaded, NoAccounts, PageHead, Segments } from '../../parts/parts.tsx';
import { plugged } from '../../parts/plug.ts';
import { List } from '../../parts/table.tsx';
import { Gallery } from './gallery.tsx';
import { Creative, nameOf } from './picture.tsx';

const METRICS = {
  spend: 'Spend',
  impressions: 'Impressions',
  clicks: 'Clicks',
  ctr: 'CTR',
  hookRate: 'Hook rate',
  cpc: 'CPC',
  results: 'Results',
  costPerResult: 'CPA',
  roas: 'ROAS',
} as const;

export function CreativesPage() {
  const accounts = useAccounts();
  const fields = [...new Set(plugged('useNameFields').flatMap((useFields) => useFields()))];
  const [chosen, setChosen] = useState<string>();
  const { values, bind } = useValues({
    groupBy: 'asset',
    metric: 'spend' as keyof typeof METRICS,
    days: '28',
  });
  const { groupBy, metric } = values;
  const [look, setLook] = useState<'gallery' | 'table'>('gallery');
  const marks = useAccountMarks();
  const choices = choicesOf(accounts.data?.data ?? [], marks);
  const here = choices.find(({ id }) => id === chosen) ?? choices[0];
  const days = {
    startDate: dayBefore(Number(values.days) - 1, here?.timezone),
    endDate: dayBefore(0, here?.timezone),
  };
  const top = useResource(
    'reports.topCreatives',
    here && { accountIds: [...here.accountIds], ...days, groupBy, metric, limit: 50 },
  );
  return (
    <>
      <PageHead
        title="Creatives"
        lead="Results of images, videos and parts of names, over all ads that use them. Today is included."
      />
      <section class="controls" aria-label="What to show">
        <SelectField
          label="Account"
          value={here?.id ?? ''}
          choices={named(choices)}
          onValue={setChosen}
        />
        <SelectField
          label="By"
          choices={[
            ['asset', 'Creative'],
            ...fields.map((key) => [`name.${key}`, `${key} in the name`] as const),
          ]}
          {...bind('groupBy')}
        />
        <SelectField label="Sort by" choices={METRICS} {...bind('metric')} />
        <SelectField
          label="Days"
          choices={['1', '7', '14', '28', '90'].map((each) => [
            each,
            each === '1' ? 'Today' : `Last ${each}, with today`,
          ])}
          {...bind('days')}
        />
        <Segments
          class="levels"
          label="Look"
          name="look"
          value={look}
          choices={[
            ['gallery', 'Gallery'],
            ['table', 'Table'],
          ]}
          onValue={setLook}
        />
      </section>
      {accounts.data?.data.length === 0 ? (
        <NoAccounts mayConnect={false}>
          What the ads of your ad accounts show appears here once a platform is connected.
        </NoAccounts>
      ) : (
        <Loaded
          of={top}
          empty={
            <Empty icon="reports" title="No figures for these days">
              {groupBy === 'asset'
                ? 'No ad of this account delivered.'
                : 'No ad that delivered has a name that your naming conventions read.'}
            </Empty>
          }
        >
          {({ data, metadata }) => (
            <>
              {metadata.coverage !== null && (
                <p class="hint known-share">
                  {groupBy === 'asset' ? 'Creatives' : 'Names'} matched for{' '}
                  {Math.round(metadata.coverage * 100)}% of spend.
                </p>
              )}
              {look === 'gallery' ? (
                <Gallery
                  rows={data}
                  nameOf={(row) => nameOf({ row, groupBy })}
                  currency={here?.currency}
                />
              ) : (
                <List
                  label="Creatives"
                  rows={data}
                  columns={[
                    ['Creative', (row) => <Creative row={row} groupBy={groupBy} />, 'grow'],
                    ['Ads', ({ ads }) => count(ads), 'number', 'Ads'],
                    [
                      'Spend',
                      ({ spend }) => figure(spend, 'money', here?.currency),
                      'number',
                      'Spend',
                    ],
                    [
                      'Results',
                      ({ results, resultType, resultsByType }) => (
                        <>
                          {figure(results, 'count')}
                          <span
                            class="hint"
                            title={Object.entries(resultsByType ?? {})
                              .map(([type, of]) => resultsInWords(type, of, count(of)))
                              .join(', ')}
                          >
                            {resultType
                              ? resultWord(resultType)
                              : resultsByType && plural(Object.keys(resultsByType).length, 'kind')}
                          </span>
                        </>
                      ),
                      'number',
                      'Results',
                    ],
                    [
                      'CPA',
                      ({ costPerResult }) => figure(costPerResult, 'money', here?.currency),
                      'number',
                      'CPA',
                    ],
                    [
                      'ROAS',
                      ({ roas, conversionValue }) => figure(conversionValue ? roas : null, 'ratio'),
                      'number',
                      'ROAS',
                    ],
                    [
                      'Impressions',
                      ({ impressions }) => figure(impressions, 'count'),
                      'number',
                      'Impressions',
                    ],
                    ['CTR', ({ ctr }) => figure(ctr, 'percent'), 'number', 'CTR'],
                    [
                      'Hook rate',
                      ({ hookRate }) => figure(hookRate, 'percent'),
                      'number',
                      'Hook rate',
                    ],
                    [
                      'CTR by week',
                      ({ fatigue: { firstWeek, lastWeek, ctrChange } }) => (
                        <Weeks
                          first={figure(firstWeek.ctr, 'percent')}
                          last={figure(lastWeek.ctr, 'percent')}
                          change={ctrChange}
                        />
                      ),
                      'number',
                      'CTR by week',
                    ],
                    [
                      'Frequency by week',
                      ({ fatigue: { firstWeek, lastWeek, frequencyChange, frequencyMissing } }) => (
                        <Weeks
                          first={figure(firstWeek.frequency, 'ratio')}
                          last={figure(lastWeek.frequency, 'ratio')}
                          change={frequencyChange}
                          missing={frequencyMissing}
                        />
                      ),
                      'number',
                      'Frequency by week',
                    ],
                  ]}
                />
              )}
            </>
          )}
        </Loaded>
      )}
    </>
  );
}

/** Each account, and those of one currency together: other sums mean nothing. */
function choicesOf(accounts: readonly AdAccount[], marks: ReturnType<typeof useAccountMarks>) {
  const active = accounts.filter(({ status }) => status === 'active');
  const single = active.map((account) => {
    const { id, name, currency, timezone } = account;
    return { id, name: `${name} · ${marks(account)}`, accountIds: [id], currency, timezone };
  });
  const together = [...new Set(active.map(({ currency }) => currency))].flatMap((currency) => {
    const of = active.filter((each) => each.currency === currency);
    const [first] = of;
    if (first === undefined || of.length < 2) return [];
    const name = `All ${of.length} accounts in ${currency}`;
    return [
      {
        id: `all ${currency}`,
        name,
        accountIds: of.map(({ id }) => id),
        currency,
        timezone: first.timezone,
      },
    ];
  });
  return [...single, ...together];
}

interface WeeksProps {
  first: string;
  last: string;
  change: number | null;
  missing?: string | undefined;
}

const Weeks = ({ first, last, change, missing }: WeeksProps) => (
  <>
    <span class="nowrap">
      {first} → {last}
    </span>{' '}
    <span class="hint" title={missing}>
      {missing !== undefined
        ? 'not known'
        : change === null
          ? 'too few days'
          : signed(change * 100, 1)}
    </span>
  </>
);
