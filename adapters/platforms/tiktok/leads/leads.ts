import { PlatformError } from '../../../../core/base/errors.ts';
import { join } from '../../../../core/base/schema/faults.ts';
import { numeric, rowsOf, said } from '../../kit/json.ts';
import { formFaults } from '../../kit/lead-forms.ts';
import type {
  Access,
  Api,
  Fault,
  LaunchAd,
  LeadForm,
  LeadsCapability,
  Secrets,
} from '../../types.ts';
import { createPage, type Export } from './export.ts';
import { createNotices } from './notices.ts';

const pageSize = 100;

/** Of the app, and of the person behind the token. */
const GRANT =
  'The app needs the permission Lead Management, and the connected user must be an administrator of the ad account: TikTok hands leads to administrators alone. Then connect the platform again.';

/** Instant forms. Neither the ids of single leads nor how long TikTok keeps leads are described. */
export function createLeads(api: Export, secrets: Secrets): LeadsCapability {
  const { calls } = api;
  const page = createPage(api);
  return {
    forms: (access) => forms(calls, access),
    async check(access, ads) {
      return [
        ...(await formFaults(ads, () => forms(calls, access))),
        ...(await termFaults(calls, access, ads)),
      ];
    },
    async page(...asked) {
      try {
        return await page(...asked);
      } catch (error) {
        if (!(error instanceof PlatformError) || error.failure.class !== 'blocked') throw error;
        throw new PlatformError({ ...error.failure, fix: GRANT });
      }
    },
    notices: createNotices(api, secrets),
  };
}

async function forms(calls: Api['calls'], access: Access): Promise<readonly LeadForm[]> {
  const found: LeadForm[] = [];
  for (let page = 1; ; page += 1) {
    const query = {
      advertiser_id: access.adAccountId,
      business_type: 'LEAD_GEN',
      page,
      page_size: pageSize,
    };
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
async function termFaults(
  calls: Api['calls'],
  access: Access,
  [first]: readonly LaunchAd[],
): Promise<readonly Fault[]> {
  if (first === undefined) return [];
  const query = { advertiser_id: access.adAccountId, term_type: 'LeadAds' };
  if ((await calls.read(access, 'term/check/', query)).confirmed !== false) return [];
  const message = `${access.adAccountId} has not accepted the terms of lead ads. A person accepts them in the ads manager.`;
  return [{ path: join(first.path, 'leadFormId'), code: 'lead_terms', message }];
}
