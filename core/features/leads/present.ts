import { accountOfKey } from '../../base/account-key.ts';
import type { LeadStage, StoredLead } from './records.ts';
import type { LeadRow } from './schema.ts';
import { type OpenLead, openLead, type SealPorts } from './seal.ts';

/** Opens the answers. */
export async function presentLead(
  ports: SealPorts,
  companyId: string,
  { id, doc }: Pick<StoredLead, 'id' | 'doc'>,
  formName: string | undefined,
): Promise<LeadRow> {
  const { platform, adAccountId } = accountOfKey(doc.account);
  const open: OpenLead =
    doc.sealed === undefined ? { answers: [] } : await openLead(ports, companyId, doc.sealed);
  return {
    id,
    platform,
    adAccountId,
    formId: doc.formId,
    formName: formName ?? null,
    adId: doc.adId ?? null,
    adSetId: doc.adSetId ?? null,
    campaignId: doc.campaignId ?? null,
    createdAt: new Date(doc.createdAt).toISOString(),
    arrivedAt: new Date(doc.arrivedAt).toISOString(),
    isTest: doc.origin === 'test',
    isOrganic: doc.origin === 'organic',
    keptUntil: new Date(doc.endsAt).toISOString(),
    answers: open.answers.map(({ name, values }) => ({ name, values: [...values] })),
    stages: (doc.stages ?? []).map(shownStage),
  };
}

const shownStage = ({ stage, happenedAt, value, currency, destination }: LeadStage) => ({
  stage,
  happenedAt: new Date(happenedAt).toISOString(),
  value: value ?? null,
  currency: currency ?? null,
  destination,
});
