import { defined } from '../../../../core/base/defined.ts';
import type { Access, EntityType } from '../../../../core/ports/platform-accounts.ts';
import type { EntityFacts, InspectCapability } from '../../../../core/ports/platform-reads.ts';
import { missing } from '../../kit/failures.ts';
import { asRow, text } from '../../kit/json.ts';
import type { Api } from '../wire/client.ts';
import { budgetsOf, paceOf } from '../wire/money.ts';
import { statusOf } from '../wire/nouns.ts';
import { msOf } from '../wire/times.ts';
import { objectiveOf } from './accounts.ts';
import { type Located, locate } from './rows.ts';

/** Ids do not tell their type. */
export async function readEntities(
  api: Api,
  access: Access,
  objects: Parameters<InspectCapability['entities']>[1],
): ReturnType<InspectCapability['entities']> {
  const found = new Map<string, EntityFacts>();
  for (const type of ['ad', 'adset', 'campaign'] as const) {
    const ids = objects.filter((each) => (each.type ?? type) === type && !found.has(each.id)).map(({ id }) => id);
    if (ids.length === 0) continue;
    for (const [id, located] of await locate(api, access, type, ids, access.adAccountId))
      found.set(id, factsOf(type, id, located));
  }
  return objects.map(({ id }) => found.get(id) ?? { id, failure: missing(id, api.wire.fail) });
}

function factsOf(type: EntityType, id: string, { row, campaign, adSquad, adAccountId }: Located): EntityFacts {
  const created = msOf(row.created_at);
  const targeting = type === 'adset' ? asRow(row.targeting) : undefined;
  return {
    type,
    id,
    name: text(row.name) ?? '',
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
