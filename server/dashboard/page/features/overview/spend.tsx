import { useMemo } from 'preact/hooks';
import { type AdAccount, type AnswerOf, useResource } from '../../base/api.ts';
import { capital, dayBefore, figure, signed } from '../../base/words.ts';
import { Badge, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { Table } from '../../parts/table.tsx';
import { type Pace, paceOf } from './pace.ts';

/** The zone whose clock is ahead of all others. */
const LAST_ZONE = 'Pacific/Kiritimati';

export function HomeSpend({ accounts }: { accounts: readonly AdAccount[] | undefined }) {
  const days = { startDate: dayBefore(10), endDate: dayBefore(0, LAST_ZONE), limit: 5_000 };
  const { data, problem, reload } = useResource('reports.dailySpend', days, { everyMs: 300_000 });
  const rows = useMemo(() => spendRows(accounts ?? [], data?.data ?? [], Date.now()), [accounts, data]);
  return (
    <section aria-label="Spend">
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {data?.metadata.warnings?.map(({ message, accountId }) => (
        <p key={`${accountId} ${message}`} class="note bad">
          {message}
        </p>
      ))}
      {data === undefined || accounts === undefined ? (
        !problem && <Waiting rows={4} />
      ) : (
        <Table
          narrow="pinned"
          label="Spend by account"
          head={['Account', 'Today', 'Yesterday', 'A day, last 7', 'Today leads to', 'Pace']}
          numbers={[1, 2, 3, 4]}
        >
          {totalsOf(rows).map(({ currency, pace }) => (
            <tr key={currency} class="strong">
              <td>All in {currency}</td>
              <SpendCells pace={pace} currency={currency} />
            </tr>
          ))}
          {rows.map(({ account, pace }) => (
            <tr key={`${account.platform} ${account.id}`}>
              <td class="grow">
                <a href={`#/ads?accounts=${encodeURIComponent(`${account.platform}:${account.id}`)}&period=today`} dir="auto">
                  {account.name}
                </a>
                <span class="hint">
                  {capital(account.platform.replace(/-/g, ' '))} · {account.timezone}
                </span>
              </td>
              <SpendCells pace={pace} currency={account.currency} />
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

function SpendCells({ pace, currency }: { pace: Pace; currency: string }) {
  const { today, yesterday, usual, expected } = pace;
  return (
    <>
      {[today, yesterday, usual, expected].map((amount, i) => (
        <td key={i} class="number">
          {figure(amount, 'money', currency)}
        </td>
      ))}
      <td class="nowrap">
        <PaceBadge pace={pace} />
      </td>
    </>
  );
}

const WIDE = 0.25;

function PaceBadge({ pace: { off, usual, today } }: { pace: Pace }) {
  if (off === undefined) return <span class="hint">{usual === 0 && today === 0 ? 'Spends nothing' : 'Too early to tell'}</span>;
  const percent = Math.round(off * 100);
  if (Math.abs(off) <= WIDE) return <Badge tone="good">As usual</Badge>;
  return <Badge tone="warn">{signed(percent)}</Badge>;
}

type SpendRow = { readonly account: AdAccount; readonly pace: Pace };

function spendRows(
  accounts: readonly AdAccount[],
  days: AnswerOf<'reports.dailySpend'>['data'],
  now: number,
): readonly SpendRow[] {
  const spent = new Map(days.map(({ platform, accountId, date, spend }) => [`${platform} ${accountId} ${date}`, spend]));
  const told = new Set(days.map(({ platform, accountId }) => `${platform} ${accountId}`));
  return accounts
    .filter(({ platform, id }) => told.has(`${platform} ${id}`))
    .map((account) => {
      const spendOn = (day: string) => spent.get(`${account.platform} ${account.id} ${day}`) ?? 0;
      return { account, pace: paceOf(spendOn, account.timezone, now) };
    })
    .sort((a, b) => b.pace.usual - a.pace.usual);
}

function totalsOf(rows: readonly SpendRow[]): readonly { readonly currency: string; readonly pace: Pace }[] {
  const currencies = [...new Set(rows.map(({ account }) => account.currency))];
  return currencies.flatMap((currency) => {
    const paces = rows.filter(({ account }) => account.currency === currency).map(({ pace }) => pace);
    if (paces.length < 2) return [];
    const sum = (amount: (pace: Pace) => number) => paces.reduce((all, pace) => all + amount(pace), 0);
    const isKnown = paces.every(({ expected }) => expected !== undefined);
    const usual = sum((pace) => pace.usual);
    const expected = isKnown ? sum((pace) => pace.expected ?? 0) : undefined;
    const off = expected === undefined || usual === 0 ? undefined : expected / usual - 1;
    return [{ currency, pace: { today: sum((p) => p.today), yesterday: sum((p) => p.yesterday), usual, expected, off } }];
  });
}
