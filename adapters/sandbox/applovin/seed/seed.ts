import { within } from '../../kit/json.ts';
import { addToken } from '../../kit/tokens.ts';
import type { Entity, JsonObject, SandboxCompany, World } from '../../types.ts';
import { accountEntity, formatTime, kinds, tokenKind } from '../wire.ts';
import { applovinAccountId, applovinAccounts, ids } from './ids.ts';

const day = 86_400_000;

export function seedApplovinCompany(world: World, company: SandboxCompany): readonly string[] {
  const owner = `applovin_company:${company.number}`;
  addToken(world, tokenKind, owner, company.token, { main: true });
  addToken(world, tokenKind, owner, company.readOnlyToken, {});
  return applovinAccounts.map((type, index) => {
    const id = applovinAccountId(company.number, index + 1);
    const account = world.add({
      id: accountEntity(id),
      kind: kinds.account,
      company: owner,
      parents: [owner],
      data: { account_id: id, type: type.toUpperCase() },
    });
    seedAccount(world, account, id);
    return id;
  });
}

function seedAccount(world: World, account: Entity, id: string): void {
  const start = world.now() - 60 * day;
  const add = (kind: string, entityId: string, data: JsonObject, created: number) =>
    world.add({ id: entityId, kind, ...within(account), created, data });
  const file = (kind: 'image' | 'video' | 'html', entityId: string, name: string) =>
    add(kinds[kind], entityId, { name, resource: kind, ready_at: start }, start);
  const [image, video, card] = [
    file('image', ids.image(id), 'seed.png'),
    file('video', ids.video(id), 'seed.mp4'),
    file('html', ids.endCard(id), 'end-card.html'),
  ];
  for (const [i, campaign] of ids.empty(id).entries())
    add(
      kinds.campaign,
      campaign,
      { ...campaignData(account, start), name: `Open ${i + 1}` },
      start + i * 60_000,
    );
  const whole = add(
    kinds.campaign,
    ids.delivering(id),
    { ...campaignData(account, start), name: 'Delivering' },
    start + 2 * day,
  );
  const split = add(
    kinds.campaign,
    ids.byCountry(id),
    { ...campaignData(account, start), ...perCountry, name: 'By country' },
    start + day,
  );
  const set = (number: number, campaign: Entity, data: JsonObject): Entity =>
    add(
      kinds.set,
      ids.creativeSet(id, number),
      {
        ...setData(account, [video.id, card.id]),
        name: `Set ${number}`,
        campaign_id: campaign.id,
        campaign_ids: [campaign.id],
        ...data,
      },
      start + 3 * day + number * 60_000,
    );
  set(1, whole, { languages: ['ENGLISH'], countries: ['US'] });
  set(2, whole, { status: 'PAUSED', assets: [{ id: image.id }] });
  const taken = set(3, whole, {});
  world.change(taken.id, { campaign_ids: [], status: 'PAUSED' });
  set(4, split, {});
  set(5, split, {});
}

const perCountry: JsonObject = {
  budget: { country_code_to_daily_budget: { US: '300', DE: '120.5' } },
  goal: {
    goal_type: 'AD_ROAS',
    country_code_to_goal_value: { US: '0.4', DE: '0.35' },
    roas_day_target: 'DAY7',
  },
};

export const campaignData = ({ data: { type } }: Entity, start: number): JsonObject => ({
  ...(type === 'WEB'
    ? {
        type,
        website_url: 'https://shop.example/',
        bidding_strategy: 'AUTO_BIDDING_WITH_CPM_BILLING',
      }
    : {
        type: 'APP',
        platform: 'IOS',
        package_name: 'example.game',
        itunes_id: '123456789',
        bidding_strategy: 'TARGET_GOAL_WITH_CPI_BILLING',
        tracking: {
          tracking_method: 'ADJUST',
          impression_url: 'https://view.adjust.com/impression/abc',
          click_url: 'https://app.adjust.com/abc',
        },
      }),
  start_date: formatTime(start),
  budget: { daily_budget_for_all_countries: '500' },
  goal: { goal_type: type === 'WEB' ? 'CHK_ROAS' : 'CPI', goal_value_for_all_countries: '2.5' },
  targeting: [{ country_code: 'US' }, { country_code: 'DE' }],
  status: 'LIVE',
});

export const setData = ({ data: { type } }: Entity, assets: readonly string[]): JsonObject => ({
  type: type ?? 'APP',
  assets: assets.map((id) => ({ id })),
  version: 'V2',
  status: 'LIVE',
});
