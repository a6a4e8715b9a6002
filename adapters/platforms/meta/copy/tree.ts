import { defined } from '../../../../core/base/defined.ts';
import { PlatformError } from '../../../../core/base/errors.ts';
import type { Access, EntityType } from '../../../../core/ports/platform-accounts.ts';
import type { CopySource } from '../../../../core/ports/platform-changes.ts';
import { at, type Row, rowsOf, said, text } from '../../kit/json.ts';
import { type SourceNode, sourceTree } from '../../kit/rebuild.ts';
import { entityStatus } from '../read/accounts.ts';
import { pacedBudgets, paceFields } from '../read/pace.ts';
import type { Calls } from '../wire/calls.ts';
import { accountNode, asMissing } from '../wire/params.ts';

const common = 'id,name,status,account_id';
const sourceField: { readonly [T in EntityType]: string } = {
  campaign: 'source_campaign_id',
  adset: 'source_adset_id',
  ad: 'source_ad_id',
};

const ownFields: { readonly [T in EntityType]: string } = {
  campaign: `smart_promotion_type,${paceFields.campaign}`,
  adset: `campaign_id,${paceFields.adset}`,
  ad: 'campaign_id,adset_id,adset{promoted_object},creative{applink_treatment,interactive_components_spec}',
};

/** Since v25 these can neither be created nor copied. */
const legacyAutomated = ['AUTOMATED_SHOPPING_ADS', 'SMART_APP_PROMOTION'];
const automated = 'Automated campaigns of the older kind can no longer be copied. Create a new campaign instead.';

/** With what is alive below it: one call for each level. */
export async function readTree(calls: Calls, access: Access, type: EntityType, id: string): Promise<CopySource> {
  const levels: readonly EntityType[] =
    type === 'campaign' ? ['campaign', 'adset', 'ad'] : type === 'adset' ? ['adset', 'ad'] : ['ad'];
  const fields = (level: EntityType) => `${common},${sourceField[level]},${ownFields[level]}`;
  const [root, adSets, ads] = await Promise.all([
    calls.read(access, id, { fields: fields(type) }),
    type === 'campaign' ? calls.list(access, `${id}/adsets`, { fields: fields('adset') }) : [],
    levels.length > 1 ? calls.list(access, `${id}/ads`, { fields: fields('ad') }) : [],
  ]).catch((error: unknown) => {
    throw error instanceof PlatformError ? new PlatformError(asMissing(error.failure, type)) : error;
  });
  return sourceTree({ type, root, adSets, ads }, (level, row) => nodeOf(access, level, row));
}

function nodeOf(access: Access, type: EntityType, row: Row): SourceNode {
  const copiedFrom = text(row[sourceField[type]]);
  return {
    type,
    id: said(row.id),
    name: said(row.name),
    status: entityStatus(row.status),
    adAccountId: accountNode(said(row.account_id)),
    ...(type === 'ad' ? {} : pacedBudgets(access, row)),
    ...defined({
      campaignId: text(row.campaign_id),
      adSetId: text(row.adset_id),
      // The platform writes "0" where there is no source.
      copiedFrom: copiedFrom === '0' || copiedFrom === '' ? undefined : copiedFrom,
      notCopyable: legacyAutomated.includes(said(row.smart_promotion_type)) ? automated : endedAd(row),
    }),
  };
}

/** Meta refuses these on every version since 2026-10-27: changelog of v26.0, read 2026-11-16. */
function endedAd({ adset, creative }: Row): string | undefined {
  if (rowsOf(at(creative, 'interactive_components_spec', 'components')).some(({ type }) => /poll/i.test(said(type))))
    return 'Meta takes no poll ads any more. Make an ad without the poll.';
  const leadsToApp = at(adset, 'promoted_object', 'omnichannel_object') !== undefined;
  return leadsToApp && at(creative, 'applink_treatment') === 'web_only'
    ? 'Meta takes no ad that leads to the web only (applink_treatment web_only) in a campaign for website and app. Make an ad with another treatment.'
    : undefined;
}
