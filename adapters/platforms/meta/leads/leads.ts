import { defined } from '../../../../core/base/defined.ts';
import { PlatformError } from '../../../../core/base/errors.ts';
import { join } from '../../../../core/base/schema/faults.ts';
import { at, numeric, rowsOf, said, text } from '../../kit/json.ts';
import type {
  Access,
  Fault,
  LaunchAd,
  LeadAnswer,
  LeadForm,
  LeadRef,
  LeadsCapability,
  PlatformLead,
  Row,
  Secrets,
} from '../../types.ts';
import type { PageTokens } from '../comments/page-tokens.ts';
import type { Calls } from '../wire/calls.ts';
import { edgeOf, msOf } from '../wire/params.ts';
import { createMaking } from './making.ts';
import { createNotices } from './notices.ts';

/** business help 1526849577619206. */
const KEPT_DAYS = 90;

/** The right of the app, and that of the person. */
const GRANT =
  'Connect the platform again: a sign-in asks for leads_retrieval now, and a token must have it. The connected user also needs access to leads in the settings of the business.';

const formFields = 'id,name,status,leads_count,expired_leads_count';
const leadFields =
  'id,created_time,ad_id,adset_id,campaign_id,form_id,is_organic,platform,field_data,custom_disclaimer_responses';

interface LeadPorts {
  readonly calls: Calls;
  readonly tokens: PageTokens;
  readonly secrets: Secrets;
}

/** Forms belong to pages, and are read with the token of theirs. */
export function createLeads({ calls, tokens, secrets }: LeadPorts): LeadsCapability {
  return {
    keptDays: KEPT_DAYS,
    async forms(access) {
      const pages = await calls.list(access, edgeOf(access, 'promote_pages'), { fields: 'id' });
      const forms: LeadForm[] = [];
      for (const page of pages.map(({ id }) => said(id))) {
        const rows = await tokens.as(access, page, (caller) =>
          calls.list(caller, `${page}/leadgen_forms`, { fields: formFields, limit: 200 }),
        );
        forms.push(...rows.map((row) => formOf(row, page)));
      }
      return forms;
    },
    check: (access, ads) => checkForms(calls, access, ads),
    async page(access, { id, owner }, { since, limit, after }) {
      const filtering = [
        {
          field: 'time_created',
          operator: 'GREATER_THAN_OR_EQUAL',
          value: Math.floor(since / 1_000),
        },
      ];
      const params = { fields: leadFields, filtering, limit, after };
      const page = await asOwner(access, owner, (caller) =>
        calls.page(caller, `${id}/leads`, params),
      );
      const tests = after === undefined ? await testLeads(access, { id, owner }) : [];
      // It is not told whether lists have test leads too.
      const leads = page.rows
        .map((row) => leadOf(row, false))
        .filter(({ id: own }) => !tests.some((test) => test.id === own));
      return { data: [...tests, ...leads], ...defined({ after: page.after }) };
    },
    async read(access, lead) {
      try {
        const row = await asOwner(access, lead.owner, (caller) =>
          calls.read(caller, lead.id, { fields: leadFields }),
        );
        return leadOf(row, await isTest(access, lead, said(row.id)));
      } catch (error) {
        if (error instanceof PlatformError && error.failure.class === 'missing') return undefined;
        throw error;
      }
    },
    notices: createNotices({ calls, tokens, secrets }),
    making: createMaking({ calls, tokens }),
  };

  async function asOwner<T>(
    access: Access,
    owner: string | undefined,
    work: (caller: Access) => Promise<T>,
  ): Promise<T> {
    try {
      return await (owner === undefined
        ? work(access)
        : tokens.as(access, owner, (caller) => work({ ...access, ...caller })));
    } catch (error) {
      if (!(error instanceof PlatformError) || error.failure.class !== 'blocked') throw error;
      throw new PlatformError({ ...error.failure, fix: GRANT });
    }
  }

  /** A form has one at most. Who may not see it sees leads all the same. */
  async function testLeads(
    access: Access,
    { id, owner }: { readonly id: string; readonly owner?: string | undefined },
  ) {
    try {
      const rows = await asOwner(access, owner, (caller) =>
        calls.list(caller, `${id}/test_leads`, { fields: leadFields }),
      );
      return rows.map((row) => leadOf(row, true));
    } catch (error) {
      if (
        error instanceof PlatformError &&
        ['blocked', 'invalid', 'missing'].includes(error.failure.class)
      )
        return [];
      throw error;
    }
  }

  async function isTest(access: Access, { formId, owner }: LeadRef, id: string): Promise<boolean> {
    if (formId === undefined || formId === '') return false;
    return (await testLeads(access, { id: formId, owner })).some((each) => each.id === id);
  }
}

const states: { readonly [status: string]: LeadForm['state'] } = {
  ACTIVE: 'active',
  ARCHIVED: 'archived',
  DELETED: 'deleted',
  DRAFT: 'draft',
};

function formOf(row: Row, page: string): LeadForm {
  const count = numeric(row.leads_count);
  return {
    id: said(row.id),
    name: said(row.name),
    owner: page,
    state: states[said(row.status)] ?? 'archived',
    ...(count !== undefined && {
      held: Math.max(0, count - (numeric(row.expired_leads_count) ?? 0)),
    }),
  };
}

function leadOf(row: Row, isTest: boolean): PlatformLead {
  return {
    id: said(row.id),
    formId: said(row.form_id),
    createdAt: msOf(row.created_time) ?? 0,
    isTest,
    isOrganic: row.is_organic === true,
    ...defined({
      adId: text(row.ad_id),
      adSetId: text(row.adset_id),
      campaignId: text(row.campaign_id),
    }),
    answers: [
      ...rowsOf(row.field_data).map(answerOf),
      ...rowsOf(row.custom_disclaimer_responses).map(consentOf),
    ],
  };
}

const answerOf = ({ name, values }: Row): LeadAnswer => ({
  name: said(name),
  values: Array.isArray(values) ? values.map(String) : [],
});

const consentOf = (row: Row): LeadAnswer => ({
  name: `consent ${said(row.checkbox_key)}`,
  values: [row.is_checked === true || said(row.is_checked) === '1' ? 'yes' : 'no'],
});

const accept = (page: string): string => `https://www.facebook.com/ads/leadgen/tos?page_id=${page}`;

/**
 * One question for each page and form. The platform itself refuses an ad set without accepted terms
 * with 100/1815089.
 */
async function checkForms(
  calls: Calls,
  access: Access,
  ads: readonly LaunchAd[],
): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  const pages = new Map<string, boolean>();
  const forms = new Map<string, FoundForm>();
  for (const ad of ads) {
    const { leadFormId = '', page = '' } = ad;
    const path = join(ad.path, 'leadFormId');
    if (!forms.has(leadFormId)) forms.set(leadFormId, await foundForm(calls, access, leadFormId));
    const form = forms.get(leadFormId);
    const wrong = form && formFault(form, page);
    if (wrong !== undefined) faults.push({ path, ...wrong });
    if (!pages.has(page)) pages.set(page, await hasTerms(calls, access, page));
    if (pages.get(page) === false)
      faults.push({
        path: join(ad.path, 'page'),
        code: 'lead_terms',
        message: `The page ${page} has not accepted the terms of lead ads (Meta refuses its ad sets with 100/1815089). An administrator of the page accepts them at ${accept(page)}.`,
      });
  }
  return faults;
}

type FoundForm =
  | { readonly name: string; readonly status: string; readonly page: string | undefined }
  | 'missing';

async function foundForm(calls: Calls, access: Access, id: string): Promise<FoundForm> {
  try {
    const row = await calls.read(access, id, { fields: 'id,name,status,page{id}' });
    return { name: said(row.name), status: said(row.status), page: text(at(row, 'page', 'id')) };
  } catch (error) {
    if (!(error instanceof PlatformError) || !['missing', 'invalid'].includes(error.failure.class))
      throw error;
    return 'missing';
  }
}

function formFault(
  form: FoundForm,
  page: string,
): Pick<Fault, 'code' | 'message' | 'hint'> | undefined {
  if (form === 'missing')
    return {
      code: 'unknown_lead_form',
      message: 'There is no such lead form, or the connected user does not see it.',
      hint: 'leads.forms',
    };
  if (form.status !== 'ACTIVE')
    return {
      code: 'lead_form_inactive',
      message: `The form ${form.name} is ${form.status.toLowerCase()}: an ad takes an active one.`,
      hint: 'leads.forms',
    };
  if (form.page !== undefined && form.page !== page)
    return {
      code: 'lead_form_page',
      message: `The form ${form.name} belongs to the page ${form.page}, but page is ${page}. They must be the same.`,
      hint: 'leads.forms',
    };
  return undefined;
}

/** True where the platform does not say. */
async function hasTerms(calls: Calls, access: Access, page: string): Promise<boolean> {
  const row = await calls.read(access, page, { fields: 'id,leadgen_tos_accepted' });
  return row.leadgen_tos_accepted !== false;
}
