import { mapBounded } from '../base/map-bounded.ts';
import { roundedAmount } from '../base/money.ts';
import { breaks } from '../base/refusal.ts';
import { monthEnd, monthOf, splitRange } from '../base/time/days.ts';
import type { ReachRow } from '../ports/platform-report.ts';
import { onlyWithReach, requiredAccounts } from './accounts.ts';
import { begun } from './coverage.ts';
import type { ReportPorts } from './group-page.ts';
import { metadataOf } from './metadata.ts';
import { reachOf, withheldReach } from './reach.ts';
import { rangeOf } from './request.ts';
import type { ReachCompositionRequest, ReachCompositionResponse } from './schema/views.ts';
import type { ReachAnswer } from './traffic.ts';

/**
 * GET /v1/reports/primary/reach-composition: people reached by each month, since the first day, and
 * newly. Each figure is a question of its own to the platform: months cannot be added, because
 * people come back.
 */
export async function reachComposition(
  ports: ReportPorts,
  companyId: string,
  request: ReachCompositionRequest,
): Promise<ReachCompositionResponse> {
  const asked = rangeOf(request);
  const { name, accounts } = await requiredAccounts(ports, companyId, request);
  onlyWithReach(ports, accounts, name);
  const [account, ...others] = accounts;
  if (account === undefined || others.length > 0)
    throw breaks(
      name,
      'one_account',
      'Reach is composed for one ad account at a time: people reached by several cannot be told apart.',
    );

  const range = begun(asked, ports.clock.now(), account.timezone);
  const countries = request.countries && { countries: [...request.countries].sort() };
  const question = { level: 'account', ...countries } as const;
  const months = range === undefined ? [] : splitRange(range.from, range.to, monthEnd);
  const [byMonth, ...cumulative] = await mapBounded(
    range === undefined
      ? []
      : [
          { ...question, ...range, by: 'month' as const },
          ...months.map(({ to }) => ({ ...question, from: range.from, to, by: 'all' as const })),
        ],
    4,
    (query) => reachOf(ports, companyId, account, query),
  );
  let earlier: number | null = 0;
  const data = months.flatMap((month, i) => {
    const own = byMonth?.rows.find(({ from }) => monthOf(from) === monthOf(month.from));
    const [whole] = cumulative[i]?.rows ?? [];
    const so = whole === undefined ? 0 : whole.reach;
    const incrementalReach = so === null || earlier === null ? null : so - earlier;
    earlier = so;
    return own === undefined
      ? []
      : [
          {
            month: monthOf(month.from),
            ...figures(own, account.decimals),
            cumulativeReach: so,
            incrementalReach,
          },
        ];
  });
  const answers = [byMonth, ...cumulative].filter(
    (each): each is ReachAnswer => each !== undefined,
  );
  const withheld = answers.some(({ rows }) => rows.some(({ reach }) => reach === null));
  const warnings = withheld
    ? [{ code: 'reach_unavailable', message: withheldReach(question) }]
    : [];
  return {
    success: true,
    data,
    pagination: { offset: 0, limit: data.length, total: data.length, hasMore: false },
    metadata: {
      ...metadataOf(
        [account],
        answers.map(({ rows: _, ...each }) => ({ ...each, accountId: account.id })),
        ports.clock.now(),
        warnings,
      ),
      accountId: account.id,
      startDate: asked.from,
      endDate: asked.to,
      countries: request.countries ?? null,
    },
  };
}

const figures = ({ reach, impressions, spend }: ReachRow, decimals: number | undefined) => ({
  reach,
  impressions,
  spend: roundedAmount(spend, decimals),
  frequency: reach === null || reach === 0 ? null : roundedAmount(impressions / reach, 4),
});
