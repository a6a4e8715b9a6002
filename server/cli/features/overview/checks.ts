import type { CompanyChecks } from '../../base/company-checks.ts';

export const checks: CompanyChecks = async (client) => (await client.overview.checks()).data;
