import { companyCallsKind } from '../../access/company-calls.ts';
import { firstCompanyKind } from '../../access/first-company.ts';
import { companyKind } from '../../access/records.ts';
import { feature, type Others } from '../../operations/feature.ts';
import { refuseOverAdQuota } from './ad-quota.ts';
import { companyOperations } from './operations.ts';

/** The companies of an installation. */
export const companies = feature({
  name: 'companies',
  operations: ({ features }: Others) => companyOperations(features),
  accepted: refuseOverAdQuota,
  kinds: [companyKind, firstCompanyKind, companyCallsKind],
});
