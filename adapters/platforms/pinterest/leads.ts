import { said } from '../kit/json.ts';
import { formFaults } from '../kit/lead-forms.ts';
import type { Access, Api, LeadForm, LeadsCapability } from '../types.ts';

/**
 * A beta that Pinterest opens for each app. Which objective goes with a form is not told, so the
 * platform decides. Reading leads and notices are not built: calls are encrypted with AES-256-GCM,
 * and what they and the export hold is not described.
 */
export function createLeads({ calls }: Pick<Api, 'calls'>): LeadsCapability {
  const forms = async ({ adAccountId, ...access }: Access): Promise<readonly LeadForm[]> =>
    (await calls.list({ ...access, adAccountId }, `ad_accounts/${adAccountId}/lead_forms`)).map(
      (row) => ({
        id: said(row.id),
        name: said(row.name),
        state:
          said(row.status) === 'ARCHIVED'
            ? 'archived'
            : said(row.status) === 'DRAFT'
              ? 'draft'
              : 'active',
      }),
    );
  return { forms, check: (access, ads) => formFaults(ads, () => forms(access)) };
}
