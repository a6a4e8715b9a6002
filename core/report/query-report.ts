import { paginationOf } from '../base/schema/envelope.ts';
import { onlyByCountry, type ReportAccount, requiredAccounts } from './accounts.ts';
import { compared, earlierPlan } from './compare-to.ts';
import { refreshedAsOf } from './coverage.ts';
import { creativePage } from './creative-page.ts';
import { type Freshness, freshnessOf } from './freshness.ts';
import { groupPage, type PlacedGroup, type ReportPorts } from './group-page.ts';
import { metadataOf, type ReportWarning } from './metadata.ts';
import { partReport, tellsParts } from './part-report.ts';
import {
  type PlannedReport,
  planQuery,
  type QueryPlan,
  refuseMixedCurrencies,
} from './plan-query.ts';
import { resultsByType } from './results-by-type.ts';
import { rowOf, untoldFigures, warningsOf } from './row.ts';
import type { ReportQueryRequest, ReportQueryResponse } from './schema/report.ts';

/** GET /v1/reports/query. */
export async function queryReport(
  ports: ReportPorts,
  companyId: string,
  request: ReportQueryRequest,
): Promise<ReportQueryResponse> {
  const plan = planQuery(request);
  const { accounts } = await requiredAccounts(ports, companyId, request);
  const report = await reportOn(ports, companyId, { plan, accounts });
  if (request.compareTo === undefined) return report;
  const earlier = earlierPlan(plan, request.compareTo, report.data);
  return compared(
    report,
    plan,
    earlier,
    await reportOn(ports, companyId, { plan: earlier.plan, accounts }),
  );
}

export async function reportOn(
  ports: ReportPorts,
  companyId: string,
  {
    plan,
    accounts: asked,
    options = {},
  }: {
    readonly plan: QueryPlan;
    readonly accounts: readonly ReportAccount[];
    readonly options?: { readonly refresh?: boolean | undefined };
  },
): Promise<ReportQueryResponse> {
  const accounts = tellingAccounts(plan, asked);
  const report = await reportOfTelling(ports, companyId, plan, accounts, options);
  const warnings = [...(report.metadata.warnings ?? []), ...untoldGroupings(plan, asked, accounts)];
  return warnings.length === 0 ? report : { ...report, metadata: { ...report.metadata, warnings } };
}

async function reportOfTelling(
  ports: ReportPorts,
  companyId: string,
  plan: QueryPlan,
  accounts: readonly ReportAccount[],
  options: { readonly refresh?: boolean | undefined },
): Promise<ReportQueryResponse> {
  if (plan.parts.length > 0 || plan.window !== undefined) {
    refuseMixedCurrencies(plan, accounts);
    return partReport(ports, plan, accounts);
  }
  const page = plan.creative === undefined ? groupPage : creativePage;
  return (await reportWithGroups(ports, { companyId, plan, accounts }, page, options)).report;
}

/** Those that tell figures divided as asked. Where none does, all are kept, and refused by name. */
function tellingAccounts(
  plan: QueryPlan,
  accounts: readonly ReportAccount[],
): readonly ReportAccount[] {
  const tellsCountries = ({ report }: ReportAccount) =>
    plan.breakdown !== 'country' || report.byCountry !== undefined;
  const telling = accounts.filter(
    (account) => tellsCountries(account) && tellsParts(plan, account),
  );
  return telling.length === 0 ? accounts : telling;
}

function untoldGroupings(
  { parts, breakdown }: QueryPlan,
  accounts: readonly ReportAccount[],
  telling: readonly ReportAccount[],
): readonly ReportWarning[] {
  const names = [...parts, ...(breakdown === 'country' ? ['country'] : [])];
  const by = names.length === 0 ? 'another attribution window' : names.join(' and ');
  const others = accounts.flatMap((account) =>
    telling.includes(account) ? [] : [account.platform],
  );
  return [...new Set(others)].map((platform) => ({
    code: 'grouping_untold',
    message: `The ${platform} platform does not tell figures by ${by}: its accounts are not in the rows.`,
  }));
}

/** What these accounts cannot tell, or cannot tell together. */
export function refuseReport(
  ports: Pick<ReportPorts, 'platforms'>,
  plan: QueryPlan,
  accounts: readonly ReportAccount[],
): void {
  const telling = tellingAccounts(plan, accounts);
  refuseMixedCurrencies(plan, telling);
  if (plan.breakdown === 'country')
    onlyByCountry(
      ports,
      telling,
      plan.groupBy.includes('country') ? 'groupBy' : 'filters[country]',
    );
}

/** The same with the groups behind its rows, one for one, as `page` finds them. */
export async function reportWithGroups(
  ports: ReportPorts,
  planned: PlannedReport,
  page: typeof groupPage,
  { refresh = false }: { readonly refresh?: boolean | undefined } = {},
): Promise<{ readonly report: ReportQueryResponse; readonly groups: readonly PlacedGroup[] }> {
  const { companyId, plan, accounts } = planned;
  refuseReport(ports, plan, accounts);
  const untold = untoldFigures(ports, plan, accounts);
  const now = ports.clock.now();
  const fresh = async ({ id }: ReportAccount, ensure: () => Promise<Freshness>) => ({
    accountId: id,
    ...(await ensure()),
  });
  const asOf = refresh ? refreshedAsOf(now) : now;
  const freshness = await freshnessOf(ports, companyId, {
    accounts,
    range: plan.range,
    breakdown: plan.breakdown,
    each: fresh,
    asOf,
  });
  const { groups, total, reach, coverage } = await page(ports, planned);
  const byType = await resultsByType(ports, planned, groups);
  const sources = reach.fetched
    ? freshness.map((each) => ({ ...each, source: 'live' as const }))
    : freshness;
  const warnings = [...untold, ...warningsOf(groups, plan, accounts, reach.missing)];
  const report: ReportQueryResponse = {
    success: true,
    data: groups.map((group) => {
      const types = byType.get(group);
      return { ...rowOf(group, plan), ...(types && { resultsByType: types }) };
    }),
    pagination: paginationOf(plan.page, total),
    metadata: {
      ...metadataOf(accounts, sources, ports.clock.now(), warnings),
      ...(coverage && { coverage: [...coverage] }),
    },
  };
  return { report, groups };
}
