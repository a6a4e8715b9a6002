import { defined } from '../../../../core/base/defined.ts';
import type { Access, EntityType } from '../../../../core/ports/platform-accounts.ts';
import type { EntityFacts, InspectCapability } from '../../../../core/ports/platform-reads.ts';
import { entitiesOf } from '../../kit/anywhere.ts';
import type { Api } from '../../kit/calls.ts';
import { asRow, said, text } from '../../kit/json.ts';
import { budgetsOf, msOf, paceOf, statusOf } from '../wire/values.ts';
import { objectiveOf } from './accounts.ts';
import { type Located, locate } from './rows.ts';

export const readEntities = (
  api: Api,
  access: Access,
  objects: Parameters<InspectCapability['entities']>[1],
): ReturnType<InspectCapability['entities']> =>
  entitiesOf(api.wire, objects, (type, ids) => locate(api, access, { type, ids, within: access.adAccountId }), factsOf);

function factsOf(type: EntityType, id: string, { row, campaign, adSquad, adAccountId }: Located): EntityFacts {
  const created = msOf(row.created_at);
  const targeting = type === 'adset' ? asRow(row.targeting) : undefined;
  return {
    type,
    id,
    name: said(row.name),
    status: statusOf(row),
    adAccountId,
    createdTime: created === undefined ? '' : new Date(created).toISOString(),
    ...(type === 'ad' ? {} : { ...budgetsOf(type, row), ...paceOf(row) }),
    ...defined({
      campaignId: type === 'campaign' ? undefined : text(campaign.id),
      adSetId: type === 'ad' ? text(adSquad?.id) : undefined,
      objective: type === 'adset' ? undefined : objectiveOf(campaign),
      targeting,
    }),
  };
}
