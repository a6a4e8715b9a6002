import { useMemo } from 'preact/hooks';
import { type AdAccount, type AnswerOf, useResource } from '../../base/api.ts';
import { labelOf, usePlatforms } from '../../base/platforms.ts';
import { dayBefore, figure } from '../../base/words.ts';
import { ProblemNote, Waiting } from '../../parts/parts.tsx';
import { Table } from '../../parts/table.tsx';

/** The zone whose clock is ahead of all others. */
export const LAST_ZONE = 'Pacific/Kiritimati';

export function HomeSpend({ accounts }: { accounts: readonly AdAccount[] | undefined }) {
  const days = { startDate: dayBefore(10), endDate: dayBefore(0, LAST_ZONE), limit: 5_000 };
  const { data, problem, reload } = useResource('reports.dailySpend', days, { everyMs: 300_000 });
  const platforms = usePlatforms();
  const rows = useMemo(() => spendRows(accounts ?? [], data?.data ?? []), [accounts, data]);
  return (
    <section aria-label="Spend">
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {data?.metadata.warnings?.map(({ message, accountId }) => (
        <p key={`${accountId} ${message}`} class="note bad">
          {message}
        </p>
      ))}
      {data === undefined || accounts === undefined ? (
        !problem && <Waiting rows={4} onRetry={reload} />
      ) : (
        <Table
          narrow="pinned"
          label="Spend by account"
          head={['Account', 'Today so far', 'Yesterday', 'Daily average (7 days)']}
          numbers={[1, 2, 3]}
        >
          {totalsOf(rows).map(({ currency, spent }) => (
            <tr key={currency} class="strong">
              <td>All in {currency}</td>
              <SpendCells spent={spent} currency={currency} />
            </tr>
          ))}
          {rows.map(({ account, spent }) => (
            <tr key={`${account.platform} ${account.id}`}>
              <td class="grow">
                <a
                  href={`#/ads?accounts=${encodeURIComponent(`${account.platform}:${account.id}`)}&period=today`}
                  dir="auto"
                >
                  {account.name}
                </a>
                <span class="hint">
                  {labelOf(platforms, account.platform)} · {account.timezone}
                </span>
              </td>
              <SpendCells spent={spent} currency={account.currency} />
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

const SpendCells = ({
  spent: { today, yesterday, usual },
  currency,
}: {
  spent: Spent;
  currency: string;
}) => (
  <>
    {[today, yesterday, usual].map((amount, i) => (
      <td key={i} class="number">
        {figure(amount, 'money', currency)}
      </td>
    ))}
  </>
);

interface Spent {
  readonly today: number;
  readonly yesterday: number;
  /** A day of the last seven; days without figures count as 0. */
  readonly usual: number;
}

const DAYS = 7;

function spentBy(spendOn: (day: string) => number, timeZone: string): Spent {
  const days = Array.from({ length: DAYS }, (_, i) => spendOn(dayBefore(i + 1, timeZone)));
  return {
    today: spendOn(dayBefore(0, timeZone)),
    yesterday: days[0] ?? 0,
    usual: days.reduce((sum, each) => sum + each, 0) / DAYS,
  };
}

type SpendRow = { readonly account: AdAccount; readonly spent: Spent };

function spendRows(
  accounts: readonly AdAccount[],
  days: AnswerOf<'reports.dailySpend'>['data'],
): readonly SpendRow[] {
  const amounts = new Map(
    days.map(({ platform, accountId, date, spend }) => [`${platform} ${accountId} ${date}`, spend]),
  );
  const told = new Set(days.map(({ platform, accountId }) => `${platform} ${accountId}`));
  return accounts
    .filter(({ platform, id }) => told.has(`${platform} ${id}`))
    .map((account) => {
      const spendOn = (day: string) => amounts.get(`${account.platform} ${account.id} ${day}`) ?? 0;
      return { account, spent: spentBy(spendOn, account.timezone) };
    })
    .sort((a, b) => b.spent.usual - a.spent.usual);
}

function totalsOf(
  rows: readonly SpendRow[],
): readonly { readonly currency: string; readonly spent: Spent }[] {
  const currencies = [...new Set(rows.map(({ account }) => account.currency))];
  return currencies.flatMap((currency) => {
    const all = rows
      .filter(({ account }) => account.currency === currency)
      .map(({ spent }) => spent);
    const sum = (of: keyof Spent) => all.reduce((total, spent) => total + spent[of], 0);
    if (all.length < 2) return [];
    return [
      {
        currency,
        spent: { today: sum('today'), yesterday: sum('yesterday'), usual: sum('usual') },
      },
    ];
  });
}
