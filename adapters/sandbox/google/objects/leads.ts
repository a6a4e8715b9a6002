import type { Entity } from '../../entity.ts';
import { within } from '../../kit/json.ts';
import { peopleOf } from '../../kit/leads.ts';
import type { LeadOrder, SignedNotice } from '../../stage.ts';
import type { World } from '../../world.ts';
import { ids } from '../seed/ids.ts';
import { formatTime, kinds, newId } from '../wire.ts';

/** People fill in the form of a campaign. */
export function arrive(
  world: World,
  accountId: string,
  formId: string,
  order: LeadOrder,
): readonly string[] {
  const account = world.get(accountId);
  if (account === undefined) return [];
  addForm(world, account, formId);
  return peopleOf(world, order).map(({ at, email, phone, name }) => {
    const id = newId(world);
    const field = (fieldType: string, fieldValue: string) => ({ fieldType, fieldValue });
    world.add({
      id: `lead:${id}`,
      kind: kinds.lead,
      ...within(account),
      created: at,
      data: {
        resourceName: `customers/${account.id}/leadFormSubmissionData/${id}`,
        id,
        asset: `customers/${account.id}/assets/${formId}`,
        campaign: `customers/${account.id}/campaigns/${ids.campaign(account.id, 'search')}`,
        gclid: `gclid-${id}`,
        submissionDateTime: `${formatTime(at, 'UTC')}+00:00`,
        leadFormSubmissionFields: [
          field('FULL_NAME', name),
          field('EMAIL', email),
          field('PHONE_NUMBER', phone),
        ],
        customLeadFormSubmissionFields: [],
      },
    });
    return id;
  });
}

/** Whole numbers travel bare. */
export const noticesOf = (
  world: World,
  leadIds: readonly string[],
  key = '',
): readonly SignedNotice[] =>
  leadIds.map((leadId) => {
    const lead = world.get(`lead:${leadId}`);
    const last = (name: unknown) => Number(String(name).split('/').pop());
    const answers = (lead?.data.leadFormSubmissionFields ?? []) as readonly {
      readonly [name: string]: string;
    }[];
    const body = JSON.stringify({
      lead_id: leadId,
      user_column_data: answers.map(({ fieldType, fieldValue }) => ({
        column_id: fieldType,
        string_value: fieldValue,
      })),
      api_version: '1.0',
      form_id: last(lead?.data.asset),
      campaign_id: last(lead?.data.campaign),
      google_key: key,
      is_test: false,
      gcl_id: lead?.data.gclid,
    });
    return { leadId, headers: { 'content-type': 'application/json' }, body };
  });

/** There from the first lead on. */
function addForm(world: World, account: Entity, id: string): void {
  if (world.get(`asset:${id}`) !== undefined) return;
  world.add({
    id: `asset:${id}`,
    kind: kinds.asset,
    ...within(account),
    data: {
      resourceName: `customers/${account.id}/assets/${id}`,
      id,
      name: 'Newsletter',
      type: 'LEAD_FORM',
      source: 'ADVERTISER',
    },
  });
}
