import type { Entity, JsonObject } from '../../entity.ts';
import type { World } from '../../world.ts';
import { addPausedAd, addSeedCreative, storyOf } from './ads.ts';
import { adSetNumber, type Shared, seedId } from './ids.ts';

/** Readable, but no longer copied as they are. None delivers. */
export function seedLegacy(
  world: World,
  account: Entity,
  campaign: string,
  base: JsonObject,
  shared: Shared,
  hash: string,
  created: number,
): void {
  const geo = { geo_locations: { countries: ['US'] }, age_min: 18, age_max: 65 };
  const targetings: readonly (readonly [name: string, targeting: JsonObject])[] = [
    ['sound', { ...geo, targeting_automation: { advantage_audience: 0 } }],
    ['without audience flag', geo],
    [
      'retired interest',
      {
        ...geo,
        flexible_spec: [{ interests: [{ id: '6003139266461', name: 'Classic movies' }] }],
        targeting_automation: { advantage_audience: 0 },
      },
    ],
    [
      'explore home alone',
      {
        ...geo,
        publisher_platforms: ['instagram'],
        instagram_positions: ['explore_home'],
        targeting_automation: { advantage_audience: 0 },
      },
    ],
  ];
  const sets = targetings.map(([name, targeting], index) =>
    world.add({
      id: adSetNumber(account.id, 'legacy', index + 1),
      kind: 'adsets',
      company: account.company,
      parents: [account.id, campaign],
      created,
      data: { ...base, name: `Legacy ${name}`, targeting, status: 'PAUSED', spans: [] },
    }),
  );
  const story = storyOf(shared, hash, 'legacy');
  const creatives: readonly (readonly [name: string, data: JsonObject])[] = [
    [
      'standard enhancements',
      { ...story, degrees_of_freedom_spec: { creative_features_spec: { standard_enhancements: { enroll_status: 'OPT_IN' } } } },
    ],
    [
      'old crop',
      {
        ...story,
        image_crops: {
          '191x100': [
            [0, 0],
            [191, 100],
          ],
        },
      },
    ],
    ['lost label', { object_story_spec: { page_id: shared.page }, asset_feed_spec: lostLabel(hash) }],
  ];
  for (const [index, [name, data]] of creatives.entries()) {
    const creative = addSeedCreative(
      world,
      account,
      seedId(account.id, 'creative', 900 + index + 1),
      `Legacy ${name}`,
      data,
      created,
    );
    const [first] = sets;
    if (first !== undefined)
      addPausedAd(world, first, seedId(account.id, 'ad', 800 + index + 1), `Legacy ${name}`, creative, created);
  }
}

const lostLabel = (hash: string): JsonObject => ({
  optimization_type: 'PLACEMENT',
  ad_formats: ['SINGLE_IMAGE'],
  images: [{ hash, adlabels: [{ name: 'there' }] }],
  bodies: [{ text: 'Hello' }],
  link_urls: [{ website_url: 'https://shop.example.com/legacy' }],
  asset_customization_rules: [
    { customization_spec: { publisher_platforms: ['facebook'], facebook_positions: ['feed'] }, image_label: { name: 'there' } },
    { customization_spec: {}, image_label: { name: 'gone' } },
  ],
});
