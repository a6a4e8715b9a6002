import { join } from '../../../../core/base/schema/faults.ts';
import { numeric, rowsOf, said } from '../../kit/json.ts';
import { formFaults } from '../../kit/lead-forms.ts';
import type { Access, Api, Fault, LaunchAd, LeadForm, LeadsCapability } from '../../types.ts';

const pageSize = 100;

/**
 * Instant forms. Reading leads is not built: `lead/get/` is described as one lead without pages, the columns of the file that holds
 * all of them are not described, nor is the signature of the platform's calls (bububa/tiktok-business, model/page/lead).
 */
export function createLeads({ calls }: Pick<Api, 'calls'>): LeadsCapability {
  return {
    forms: (access) => forms(calls, access),
    async check(access, ads) {
      return [...(await formFaults(ads, () => forms(calls, access))), ...(await termFaults(calls, access, ads))];
    },
  };
}

async function forms(calls: Api['calls'], access: Access): Promise<readonly LeadForm[]> {
  const found: LeadForm[] = [];
  for (let page = 1; ; page += 1) {
    const query = { advertiser_id: access.adAccountId, business_type: 'LEAD_GEN', page, page_size: pageSize };
    const body = await calls.read(access, 'page/get/', query);
    found.push(
      ...rowsOf(body.list).map(
        (row): LeadForm => ({
          id: said(row.page_id),
          name: said(row.title),
          state: said(row.status) === 'PUBLISHED' ? 'active' : 'draft',
        }),
      ),
    );
    const [info] = rowsOf([body.page_info]);
    if (page >= (numeric(info?.total_page) ?? 0)) return found;
  }
}

/** A person accepts the terms; no program does. */
async function termFaults(calls: Api['calls'], access: Access, [first]: readonly LaunchAd[]): Promise<readonly Fault[]> {
  if (first === undefined) return [];
  const query = { advertiser_id: access.adAccountId, term_type: 'LeadAds' };
  if ((await calls.read(access, 'term/check/', query)).confirmed !== false) return [];
  const message = `${access.adAccountId} has not accepted the terms of lead ads. A person accepts them in the ads manager.`;
  return [{ path: join(first.path, 'leadFormId'), code: 'lead_terms', message }];
}
