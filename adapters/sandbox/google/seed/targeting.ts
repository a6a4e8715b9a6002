import type { Entity, JsonObject } from '../../entity.ts';
import type { World } from '../../world.ts';
import { kinds } from '../wire/call.ts';
import { ids, searchAds } from './ids.ts';

/** Every kind of targeting in one campaign. */
export function seedBrand(world: World, account: Entity, created: number): void {
  const name = (collection: string, id: string): string => `customers/${account.id}/${collection}/${id}`;
  const brand = ids.campaign(account.id, 'brand');
  const adGroup = ids.delivering(account.id, 'brand');
  const add = (kind: string, id: string, above: readonly string[], data: JsonObject) =>
    world.add({ id, kind, company: account.company, parents: [account.id, ...above], created, data });
  for (const [number, criterion] of [
    {
      adSchedule: { dayOfWeek: 'MONDAY', startHour: 8, startMinute: 'ZERO', endHour: 18, endMinute: 'THIRTY' },
      type: 'AD_SCHEDULE',
    },
    { device: { type: 'MOBILE' }, bidModifier: 1.2, type: 'DEVICE' },
    { placement: { url: 'http://www.example.com' }, negative: true, type: 'PLACEMENT' },
    { ipBlock: { ipAddress: '192.0.2.0/24' }, negative: true, type: 'IP_BLOCK' },
  ].entries()) {
    const id = `${brand}~${number + 11}`;
    add(kinds.campaignCriterion, `campaign-criterion:${id}`, [brand], {
      ...{ resourceName: name('campaignCriteria', id), criterionId: String(number + 11), campaign: name('campaigns', brand) },
      ...{ status: 'ENABLED', heldParent: brand, ...criterion },
    });
  }
  for (const [number, criterion] of [
    { userList: { userList: name('userLists', '1') }, bidModifier: 1.5, type: 'USER_LIST' },
    { topic: { topicConstant: 'topicConstants/3' }, negative: true, type: 'TOPIC' },
  ].entries()) {
    const id = `${adGroup}~${number + 11}`;
    add(kinds.criterion, `criterion:${id}`, [brand, adGroup], {
      ...{ resourceName: name('adGroupCriteria', id), criterionId: String(number + 11), adGroup: name('adGroups', adGroup) },
      ...{ status: 'ENABLED', heldParent: adGroup, ...criterion },
    });
  }
  add(kinds.campaignSharedSet, `shared-set:${brand}~1`, [brand], {
    ...{ resourceName: name('campaignSharedSets', `${brand}~1`), campaign: name('campaigns', brand), status: 'ENABLED' },
    sharedSet: name('sharedSets', '1'),
  });
  add(kinds.bidModifier, `bid-modifier:${adGroup}~30001`, [brand, adGroup], {
    ...{ resourceName: name('adGroupBidModifiers', `${adGroup}~30001`), adGroup: name('adGroups', adGroup) },
    ...{ criterionId: '30001', device: { type: 'TABLET' }, bidModifier: 0.8, heldParent: adGroup },
  });
  const strategy = searchAds.biddingStrategy(account.id);
  add(kinds.biddingStrategy, strategy, [], {
    ...{ resourceName: name('biddingStrategies', strategy), id: strategy, name: 'Leads', status: 'ENABLED', type: 'TARGET_CPA' },
  });
}
