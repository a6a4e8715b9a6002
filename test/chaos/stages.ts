import { shortVideo } from '../../adapters/sandbox/tiktok/seed-names.ts';
import type { Access } from '../../core/ports/platform-accounts.ts';
import { makeRoomyAdSets } from '../roomy-ad-sets.ts';
import type { ChaosHouse } from './house.ts';
import type { Sandbox } from './processes.ts';
import { AD_SETS_PER_AD, connect } from './workload.ts';

export const stageNames = ['primary', 'short-video'] as const;
export type StageName = (typeof stageNames)[number];

/** One platform as chaos plays on it. */
export interface Stage {
  /** As the sandbox calls it. */
  readonly platform: 'meta' | 'tiktok';
  readonly adAccountId: string;
  readonly adSetIds: readonly string[];
  /** What every ad needs there. */
  readonly fields: object;
  /** What the ad of that number is made of. */
  shapeOf(i: number): object;
  /** What the platform does to us on a bad day, as shares of all calls. */
  readonly faults: readonly { readonly fault: string; readonly [option: string]: unknown }[];
}

const texts = { title: 'Title', description: 'Text', cta: 'LEARN_MORE', link: 'https://shop.example/' };
const image = (name: string, i: number) => ({ url: `https://cdn.example/${name}-${i % 7}.png` });
const video = (i: number) => ({ url: `https://cdn.example/clip-${i % 3}.mp4` });

/** Connects the account and makes room for that many ads. */
export const openStage: { readonly [S in StageName]: (house: ChaosHouse, sandbox: Sandbox, ads: number) => Promise<Stage> } = {
  async primary(house, sandbox, ads) {
    const { adAccountId, token } = sandbox;
    const access = await connect(house, 'primary', adAccountId, { accessToken: token });
    const [profile] = await house.platforms.primary.accounts.profiles(access);
    return {
      platform: 'meta',
      adAccountId,
      adSetIds: await makeRoomyAdSets(house.platforms.primary, access, Math.max(100, ads * AD_SETS_PER_AD)),
      fields: { ...texts, page: profile?.page ?? '', secondary: profile?.secondary ?? '' },
      shapeOf(i) {
        if (i % 10 === 9) return { media: [video(i)] };
        if (i % 10 === 8)
          return {
            type: 'carousel',
            media: [0, 1, 2].map((card) => ({ ...image(`card${card}`, i), carouselTitle: `Card ${card}` })),
          };
        if (i % 10 === 7)
          return {
            type: 'multi',
            media: [{ url: 'https://cdn.example/feed_1x1.png' }, { url: 'https://cdn.example/story_9x16.png' }],
          };
        return { media: [image('single', i)] };
      },
      faults: [
        { platform: 'meta', fault: 'answer-lost', method: 'POST', probability: 0.02 },
        { platform: 'meta', fault: 'failed-but-created', method: 'POST', probability: 0.01 },
        { platform: 'meta', fault: 'transient', method: 'POST', probability: 0.01 },
        // Refused for no reason; the same request often passes.
        {
          platform: 'meta',
          fault: 'error',
          code: 100,
          subcode: 1487390,
          method: 'POST',
          path: '*/adcreatives',
          probability: 0.05,
        },
        // Too many changes a second: to be waited out for a second.
        { platform: 'meta', fault: 'error', code: 613, subcode: 5044001, method: 'POST', probability: 0.01 },
      ],
    };
  },
  async 'short-video'(house, sandbox, ads) {
    const adAccountId = shortVideo.accounts.eur;
    const { appId, secret, identities, posts } = shortVideo;
    const access = await connect(house, 'short-video', adAccountId, { accessToken: sandbox.token, appId, secret });
    const { profile } = identities;
    return {
      platform: 'tiktok',
      adAccountId,
      // Half full, so that an ad made twice finds room to show itself.
      adSetIds: await makeAdGroups(sandbox.url, access, Math.max(2, Math.ceil((ads * AD_SETS_PER_AD) / 10))),
      fields: { ...texts, selectedShortVideoUserAccount: `${profile.type}:${profile.id}` },
      shapeOf(i) {
        const post = { effectiveStoryId: posts(adAccountId)[0], existingAd: true, existingPrimaryAd: true, isExistingPost: true };
        if (i % 10 === 9) return { scalePostId: true, media: [post] };
        return { media: [i % 3 === 2 ? video(i) : image('single', i)] };
      },
      // Twenty ads travel in one request: of the few there are, more have to be hit.
      faults: [
        { platform: 'tiktok', fault: 'answer-lost', method: 'POST', path: '/ad/create', probability: 0.3 },
        { platform: 'tiktok', fault: 'answer-lost', method: 'POST', path: '/file/*', probability: 0.1 },
        { platform: 'tiktok', fault: 'failed-but-created', method: 'POST', probability: 0.1 },
        { platform: 'tiktok', fault: 'transient', method: 'POST', probability: 0.05 },
        { platform: 'tiktok', fault: 'html-but-done', method: 'POST', probability: 0.03 },
        { platform: 'tiktok', fault: 'partial', probability: 0.1 },
        { platform: 'tiktok', fault: 'write-conflict', method: 'POST', path: '/ad/create', probability: 0.05 },
        { platform: 'tiktok', fault: 'throttle', method: 'POST', probability: 0.03 },
        // Less than the harness gives the platform to settle.
        { platform: 'tiktok', fault: 'list-lag', ms: 1_500 },
      ],
    };
  },
};

/** Over the wire: the adapter makes ads, not ad groups. */
async function makeAdGroups(sandboxUrl: string, { adAccountId, credentials }: Access, count: number): Promise<string[]> {
  const post = async (path: string, body: object): Promise<{ readonly [field: string]: string }> => {
    const response = await fetch(`${sandboxUrl}/tiktok/open_api/v1.3/${path}/`, {
      method: 'POST',
      headers: { 'access-token': credentials.accessToken ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ advertiser_id: adAccountId, operation_status: 'DISABLE', ...body }),
    });
    const { code, message, data } = (await response.json()) as {
      code: number;
      message: string;
      data: { [field: string]: string };
    };
    if (code !== 0) throw new Error(`The sandbox refused ${path}: ${message}`);
    return data;
  };
  const { campaign_id } = await post('campaign/create', { campaign_name: 'Room', objective_type: 'TRAFFIC' });
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const { adgroup_id } = await post('adgroup/create', {
      campaign_id,
      adgroup_name: `Room ${i}`,
      promotion_type: 'WEBSITE',
      placement_type: 'PLACEMENT_TYPE_AUTOMATIC',
      location_ids: ['6252001'],
      budget_mode: 'BUDGET_MODE_DAY',
      budget: 50,
      schedule_type: 'SCHEDULE_FROM_NOW',
      schedule_start_time: new Date().toISOString().slice(0, 19).replace('T', ' '),
      billing_event: 'CPC',
      optimization_goal: 'CLICK',
      pacing: 'PACING_MODE_SMOOTH',
      bid_type: 'BID_TYPE_NO_BID',
    });
    ids.push(adgroup_id ?? '');
  }
  return ids;
}
