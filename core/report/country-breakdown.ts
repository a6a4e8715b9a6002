import { onlyByCountry, requiredAccounts } from './accounts.ts';
import type { ReportPorts } from './group-page.ts';
import { planQuery } from './plan-query.ts';
import { reportOn } from './query-report.ts';
import type { ReportQueryResponse } from './schema/report.ts';
import type { CountryBreakdownRequest } from './schema/views.ts';

/** GET /v1/reports/primary/country-breakdown. */
export async function countryBreakdown(
  ports: ReportPorts,
  companyId: string,
  request: CountryBreakdownRequest,
): Promise<ReportQueryResponse> {
  const { countries, ...rest } = request;
  const plan = planQuery({
    ...rest,
    groupBy: ['country', ...(request.groupBy ?? [])],
    ...(countries && { 'filters[country]': countries }),
  });
  const { name, accounts } = await requiredAccounts(ports, companyId, request);
  onlyByCountry(ports, accounts, name);
  return reportOn(ports, companyId, { plan, accounts });
}
