import { defined } from '../../../core/base/defined.ts';
import { wallClock } from '../../../core/base/time/wall-clock.ts';
import { asRow, parse, rowsOf, said, text } from '../kit/json.ts';
import type {
  Access,
  LeadAnswer,
  LeadForm,
  LeadNotices,
  LeadsCapability,
  PlatformLead,
  Row,
} from '../types.ts';
import type { Api } from './wire/client.ts';
import { lastPart, select } from './wire/gaql.ts';

/** Practitioners speak of 30. */
const KEPT_DAYS = 60;

const submission = (fields: string): readonly string[] =>
  fields.split(' ').map((field) => `lead_form_submission_data.${field}`);
const leadFields = submission(
  'id asset campaign ad_group_ad gclid submission_date_time lead_form_submission_fields custom_lead_form_submission_fields',
);

/**
 * Google’s page on the webhook of lead forms, 2026-11: the key that a person enters beside the
 * address stands in each call.
 */
const notices: LeadNotices = {
  async open({ body }, { isToken }) {
    const lead = asRow(parse(body)) ?? {};
    if (!(await isToken(said(lead.google_key)))) return undefined;
    return [{ what: 'created', id: said(lead.lead_id), formId: said(lead.form_id) }];
  },
  steps: [
    'In Google Ads open the lead form, and its delivery of leads by webhook.',
    'Enter this url as the address and this token as the key, and send test data. Do so for each form.',
  ],
};

/**
 * Forms are assets of campaigns, so no ad names one; leads are rows of a report. It is not told
 * what can be filtered by.
 */
export function createLeads(api: Api): LeadsCapability {
  return {
    keptDays: KEPT_DAYS,
    async forms(access) {
      const rows = await api.search(
        access,
        select(['asset.id', 'asset.name'], 'asset', ["asset.type = 'LEAD_FORM'"]),
      );
      return rows.map(
        (row): LeadForm => ({
          id: said(row, 'asset', 'id'),
          name: said(row, 'asset', 'name'),
          state: 'active',
        }),
      );
    },
    check: async () => [],
    notices,
    async page(access, { id }, { since }) {
      const rows = await api.search(access, select(leadFields, 'lead_form_submission_data'));
      const leads = rows.map((row) => leadOf(access, asRow(row.leadFormSubmissionData) ?? {}));
      return { data: leads.filter((lead) => lead.formId === id && lead.createdAt >= since) };
    },
  };
}

function leadOf(access: Access, row: Row): PlatformLead {
  const gclid = text(row.gclid);
  const adId = text(row.adGroupAd)?.split('~').pop();
  return {
    id: said(row.id),
    formId: lastPart(said(row.asset)),
    createdAt: timeOf(said(row.submissionDateTime), access.timezone),
    // Not told.
    isTest: false,
    isOrganic: false,
    ...defined({
      adId,
      campaignId: text(row.campaign) === undefined ? undefined : lastPart(said(row.campaign)),
    }),
    answers: [
      ...rowsOf(row.leadFormSubmissionFields).map(({ fieldType, fieldValue }) =>
        answer(said(fieldType), fieldValue),
      ),
      ...rowsOf(row.customLeadFormSubmissionFields).map((each) =>
        answer(said(each.questionText), each.fieldValue),
      ),
    ],
    ...(gclid !== undefined && gclid !== '' && { clickId: { name: 'gclid', value: gclid } }),
  };
}

const answer = (name: string, value: unknown): LeadAnswer => ({
  name: name.toLowerCase(),
  values: [said(value)],
});

/** With an offset, or in the zone of the account. */
function timeOf(words: string, zone: string): number {
  const iso = words.trim().replace(' ', 'T');
  if (/(Z|[+-]\d\d:?\d\d)$/.test(iso)) return Date.parse(iso) || 0;
  const local = Date.parse(`${iso}Z`);
  return Number.isNaN(local) ? 0 : local - (wallClock(local, zone) - local);
}
