import { useMemo } from 'preact/hooks';
import { resultWord } from '../../../../../core/report/result-word.ts';
import { type AdAccount, client, useResource } from '../../base/api.ts';
import { useNames, usePlatforms } from '../../base/platforms.ts';
import { count, dayBefore, figure, signed } from '../../base/words.ts';
import { attempt } from '../../parts/dialogs.tsx';
import { Button, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { List } from '../../parts/table.tsx';
import { sayChange, waysBack } from '../../parts/undo.tsx';
import { compared, type Judged, type Kind, outliers } from './compare.ts';
import { LAST_ZONE } from './spend.tsx';

const DAYS = 7;
const MOST_READ = 1_000;
const MOST_KINDS = 5;
const MOST_ADS = 3;

type Read = ReturnType<typeof useResource<'reports.query'>>;

/**
 * Ads of the accounts whose yesterday is so many days back from the furthest clock, on that day and
 * on the days before.
 */
function useDay(back: number, accounts: readonly AdAccount[]) {
  const date = dayBefore(back, LAST_ZONE);
  const accountIds = accounts
    .filter(({ timezone }) => dayBefore(1, timezone) === date)
    .map(({ id }) => id);
  const isAsked = accountIds.length > 0;
  const metrics = 'spend,results,costPerResult';
  const query = {
    accountIds,
    groupBy: 'adId',
    metrics,
    sortBy: 'spend',
    limit: MOST_READ,
  } as const;
  const day = useResource(
    'reports.query',
    isAsked ? { ...query, startDate: date, endDate: date } : undefined,
  );
  const days = {
    startDate: dayBefore(back + DAYS, LAST_ZONE),
    endDate: dayBefore(back + 1, LAST_ZONE),
  };
  const before = useResource('reports.query', isAsked ? { ...query, ...days } : undefined);
  return { isAsked, day, before };
}

/**
 * The first question of the morning: what came of yesterday, against the days before, and which ads
 * stand out.
 */
export function Yesterday({
  accounts,
  mayChange,
}: {
  accounts: readonly AdAccount[];
  mayChange: boolean;
}) {
  const platforms = usePlatforms();
  const names = useNames();
  const offering = (what: string) =>
    platforms.filter(({ offers }) => offers.includes(what)).map(({ id }) => id);
  const reporting = offering('report.daily');
  const asked = accounts.filter(
    ({ platform, status }) => status === 'active' && reporting.includes(platform),
  );
  // Where a zone is a day ahead of others, yesterday is over there and a part of a day here: no
  // more than three days at once.
  const parts = [useDay(1, asked), useDay(2, asked), useDay(3, asked)];
  const answers = parts.flatMap(({ day, before }) => [day, before]);
  const rowsOf = (all: readonly Read[]) => all.flatMap(({ data }) => data?.data ?? []);
  const { kinds, judged } = useMemo(
    () =>
      compared(
        rowsOf(parts.map(({ day }) => day)),
        rowsOf(parts.map(({ before }) => before)),
        DAYS,
      ),
    answers.map(({ data }) => data),
  );
  const problem = answers.map((answer) => answer.problem).find(Boolean);
  const retry = () => {
    for (const { reload } of answers) reload();
  };
  if (problem) return <ProblemNote problem={problem} onRetry={retry} />;
  if (parts.some(({ isAsked, day, before }) => isAsked && !(day.data && before.data)))
    return <Waiting rows={4} onRetry={retry} />;
  const told = answers.flatMap(({ data }) => data?.metadata.warnings ?? []);
  // Amounts of several currencies are not compared here, whatever order they come in.
  const warnings = [
    ...new Set(
      told.filter(({ code }) => code !== 'mixed_currencies').map(({ message }) => message),
    ),
  ];
  const isCut = answers.some(
    ({ data }) => data !== undefined && data.pagination.total > data.data.length,
  );
  if (kinds.length === 0 && warnings.length === 0) return null;
  const pausing = offering('edit.setStatus');
  return (
    <section aria-label="Yesterday" class="yesterday">
      <h2 class="section">Yesterday, against the {DAYS} days before</h2>
      {isCut && <p class="hint">Of the {count(MOST_READ)} ads that spent most.</p>}
      {warnings.map((message) => (
        <p key={message} class="note warn">
          {names.sentence(message)}
        </p>
      ))}
      {kinds.length > 0 && (
        <>
          <List
            label="Results of yesterday"
            rows={kinds.slice(0, MOST_KINDS)}
            keyOf={({ type, currency }) => `${type} ${currency}`}
            columns={[
              ['Result', ({ type }) => resultWord(type), 'grow strong'],
              [
                'Results',
                ({ results, usualResults }) => (
                  <Against now={results} usual={usualResults} shown={count(Math.round(results))} />
                ),
                'number',
                'results',
              ],
              ['CPA', (kind) => <Cost of={kind} />, 'number', 'CPA'],
              [
                'Spend',
                ({ spend, usualSpend, currency }) => (
                  <Against
                    now={spend}
                    usual={usualSpend}
                    shown={figure(spend, 'money', currency)}
                  />
                ),
                'number',
                'spend',
              ],
            ]}
          />
          <div class="matters">
            <Ads
              title="Dearer than usual"
              judged={outliers(judged, 'worst', MOST_ADS)}
              {...(mayChange && { pausing })}
            />
            <Ads title="Cheaper than usual" judged={outliers(judged, 'best', MOST_ADS)} />
          </div>
        </>
      )}
    </section>
  );
}

const percentOf = (now: number, usual: number): string => signed((now / usual - 1) * 100);

const Against = ({ now, usual, shown }: { now: number; usual: number; shown: string }) => (
  <>
    {shown} <span class="hint">{usual === 0 ? 'none before' : percentOf(now, usual)}</span>
  </>
);

function Cost({ of: { spend, results, usualSpend, usualResults, currency } }: { of: Kind }) {
  const [now, usual] = [
    results === 0 ? undefined : spend / results,
    usualResults === 0 ? undefined : usualSpend / usualResults,
  ];
  return (
    <>
      {figure(now, 'money', currency)}{' '}
      {now !== undefined && usual !== undefined && (
        <span class={now > usual ? 'bad-text' : 'good-text'}>{percentOf(now, usual)}</span>
      )}
    </>
  );
}

/** `pausing`: platforms whose ads can be paused here. */
function Ads({
  title,
  judged,
  pausing,
}: {
  title: string;
  judged: readonly Judged[];
  pausing?: readonly string[];
}) {
  const names = useNames();
  const accounts = useResource('accounts.list', { limit: 200 });
  const platformOf = (accountId: string | undefined) =>
    accounts.data?.data.find(({ id }) => id === accountId)?.platform;
  const pause = async ({ ad }: Judged) => {
    const { accountId = '', adId = '', adName } = ad;
    const request = {
      businessId: accountId,
      entityType: 'ad' as const,
      entityIds: [adId ?? ''],
      newStatus: 'PAUSED' as const,
    };
    const answer = await attempt(() => client.manage.updateStatus(request));
    const [result] = answer?.results ?? [];
    if (answer === undefined || result === undefined) return;
    const name = adName ?? adId ?? '';
    sayChange({
      text: result.success
        ? `${name} paused.`
        : `${name}: ${result.error ?? 'The platform did not say what became of it.'}`,
      isBad: !result.success,
      ways: result.success ? waysBack(answer.updateId, [{ id: adId ?? '', name }]) : [],
    });
  };
  return (
    <section class="card matter" aria-label={title}>
      <h2>{title}</h2>
      {judged.length === 0 && <p class="hint">No ad stands out.</p>}
      <ul>
        {judged.map((each) => {
          const { ad, cost, usual } = each;
          const platform = platformOf(ad.accountId);
          const at = `#/ads?level=ad&accounts=${encodeURIComponent(`${platform}:${ad.accountId}`)}&search=${ad.adId}`;
          return (
            <li key={`${ad.accountId} ${ad.adId}`} class="outlier">
              <span>
                <a href={at} dir="auto">
                  {ad.adName ?? ad.adId}
                </a>
                <span class="hint">
                  {cost === undefined ? 'no result' : figure(cost, 'money', ad.currency)}, usually{' '}
                  {figure(usual, 'money', ad.currency)} · spent{' '}
                  {figure(ad.spend, 'money', ad.currency)} · {names.account(ad.accountId ?? '')}
                </span>
              </span>
              {platform !== undefined && pausing?.includes(platform) && (
                <Button waits label={`Pause ${ad.adName ?? ad.adId}`} onClick={() => pause(each)}>
                  Pause
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
