import { within } from '../../kit/json.ts';
import type { Entity, JsonObject, Table, World } from '../../types.ts';
import { kinds, words } from '../wire.ts';
import type { Service } from './services/service.ts';

const resourceTypes: Table<string> = {
  campaigns: 'CAMPAIGN',
  campaignBudgets: 'CAMPAIGN_BUDGET',
  adGroups: 'AD_GROUP',
  adGroupAds: 'AD_GROUP_AD',
  ads: 'AD',
  adGroupCriteria: 'AD_GROUP_CRITERION',
  campaignCriteria: 'CAMPAIGN_CRITERION',
};

interface Change {
  readonly resourceName: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly operation: 'CREATE' | 'UPDATE' | 'REMOVE';
  /** As answers name them. */
  readonly fields: readonly string[];
  readonly created?: number;
}

/** Only resources whose changes the platform lists. */
export function noteChange(
  world: World,
  customer: Entity,
  { collection, name }: Pick<Service, 'collection' | 'name'>,
  { operation, resourceName, before, after, fields, created = world.now() }: Change,
): void {
  const type = resourceTypes[collection];
  if (type === undefined) return;
  const some = (data: JsonObject): JsonObject => ({
    [name]: Object.fromEntries(
      fields.flatMap((field) => (data[field] === undefined ? [] : [[field, data[field] ?? null]])),
    ),
  });
  const sequence = world.sequence();
  const campaign =
    collection === 'campaigns' ? resourceName : words(after.campaign ?? before.campaign);
  world.add({
    id: `google-change:${sequence}`,
    kind: kinds.change,
    ...within(customer),
    created,
    data: {
      resourceName: `customers/${customer.id}/changeEvents/${created * 1000}~${sequence}~0`,
      changeResourceType: type,
      changeResourceName: resourceName,
      clientType: 'GOOGLE_ADS_API',
      userEmail: 'sandbox@example.com',
      resourceChangeOperation: operation,
      changedFields: fields.join(','),
      oldResource: some(before),
      newResource: some(after),
      ...(campaign !== '' && { campaign }),
    },
  });
}
