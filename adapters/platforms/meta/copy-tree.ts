import { PlatformError } from '../../../core/errors.ts';
import type { Access, EntityType } from '../../../core/ports/platform-accounts.ts';
import type { CopySource } from '../../../core/ports/platform-changes.ts';
import { type Row, text } from '../json.ts';
import { entityStatus } from './accounts.ts';
import type { Calls } from './calls.ts';
import { asMissing } from './other-type.ts';
import { accountNode } from './params.ts';

const common = 'id,name,status,account_id';
const sourceField: { readonly [T in EntityType]: string } = {
  campaign: 'source_campaign_id',
  adset: 'source_adset_id',
  ad: 'source_ad_id',
};

/** The older kinds of automated campaigns; since v25 they can neither be created nor copied. */
const legacyAutomated = ['AUTOMATED_SHOPPING_ADS', 'SMART_APP_PROMOTION'];

/** The object and what is alive below it: one call for each level. */
export async function readTree(calls: Calls, access: Access, type: EntityType, id: string): Promise<CopySource> {
  const levels: readonly EntityType[] =
    type === 'campaign' ? ['campaign', 'adset', 'ad'] : type === 'adset' ? ['adset', 'ad'] : ['ad'];
  const fields = (level: EntityType) =>
    [common, sourceField[level], level === 'ad' ? 'adset_id' : '', level === 'campaign' ? 'smart_promotion_type' : '']
      .filter((field) => field !== '')
      .join(',');
  const [root, adSets, ads] = await Promise.all([
    calls.read(access, id, { fields: fields(type) }),
    type === 'campaign' ? calls.list(access, `${id}/adsets`, { fields: fields('adset') }) : [],
    levels.length > 1 ? calls.list(access, `${id}/ads`, { fields: fields('ad') }) : [],
  ]).catch((error: unknown) => {
    throw error instanceof PlatformError ? new PlatformError(asMissing(error.failure, type)) : error;
  });
  const adsOf = (adSetId: string) => ads.filter((ad) => text(ad.adset_id) === adSetId).map((ad) => node('ad', ad));
  if (type === 'ad') return node('ad', root);
  if (type === 'adset') return node('adset', root, adsOf(id));
  return node(
    'campaign',
    root,
    adSets.map((row) => node('adset', row, adsOf(text(row.id) ?? ''))),
  );
}

/** Lists come newest first; a copy is made in the order of its source. */
function node(type: EntityType, row: Row, children: readonly CopySource[] = []): CopySource {
  const copiedFrom = text(row[sourceField[type]]);
  return {
    type,
    id: text(row.id) ?? '',
    name: text(row.name) ?? '',
    status: entityStatus(row.status),
    adAccountId: accountNode(text(row.account_id) ?? ''),
    // The platform writes "0" where there is no source.
    ...(copiedFrom !== undefined && copiedFrom !== '0' && copiedFrom !== '' && { copiedFrom }),
    ...(legacyAutomated.includes(text(row.smart_promotion_type) ?? '') && {
      notCopyable: 'Automated campaigns of the older kind can no longer be copied. Create a new campaign instead.',
    }),
    children: [...children].reverse(),
  };
}
