import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServiceFixture, startServiceFixture } from '../../server/service-fixture.ts';
import type { SandboxCounters } from '../../test-service.ts';

/**
 * Whatever limits an ad set at its platform limits its copies too: where, whom, when, for how much.
 */

type Held = { readonly [field: string]: unknown };

/** How the simulated platforms call ad sets. */
const kinds: { readonly [platform: string]: string } = {
  primary: 'adsets',
  'short-video': 'tiktok_adgroups',
  'photo-messaging': 'snapchat_adsquads',
  pin: 'pinterest_ad_groups',
  'search-ads': 'google_ad_groups',
  'professional-network': 'linkedin_campaigns',
  'app-network': 'applovin_campaigns',
  'openai-ads': 'openai_ad_groups',
};

/** What is the copy's own: its name, its place, its history, and a start that has passed. */
const OWN =
  /^(id|name|heldName|adgroup_name|resourceName|created|updated|status|operation_status|spans|start_at|start_time|start_date|schedule_start_time|schedule_type|runSchedule|campaign_id|campaign|heldParent|campaignGroup|version|mark|adlabels|source_\w+|copied\w*|before|changed_at|request_id)$/;

const limitsOf = (held: Held): Held =>
  Object.fromEntries(Object.entries(held).filter(([field]) => !OWN.test(field)));

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await startServiceFixture({ settings: { readLimit: 1e6, writeLimit: 1e6 } });
});
afterAll(() => fixture.worker.stop());

const heldOf = async (kind: string): Promise<readonly Held[]> =>
  ((await fixture.control('GET', 'state?objects=1')) as SandboxCounters).list?.[kind] ?? [];

test.each(Object.entries(kinds))(
  'on %s a copy of an ad set has all its limits',
  async (platform, kind) => {
    const accounts = (await fixture.call('GET', '/v1/adaccounts?limit=200')).body.data as {
      id: string;
      platform: string;
    }[];
    let copies = 0;
    for (const { id: accountId } of accounts.filter((each) => each.platform === platform)) {
      const { body } = await fixture.call('GET', `/v1/adsets?accountId=${accountId}&limit=200`);
      const seen = new Set<string>();
      for (const { value } of (body.data ?? []) as { value: string }[]) {
        const source = (await heldOf(kind)).find(({ id }) => id === value);
        const shape = source && JSON.stringify(Object.keys(limitsOf(source)).sort());
        if (source === undefined || shape === undefined || seen.has(shape) || seen.size > 1)
          continue;
        seen.add(shape);
        const made = await fixture.call('POST', '/v1/manage/duplicate-adset', {
          body: { accountId, adsetId: value, deepCopy: false },
        });
        const newId = made.body.results?.[0]?.newAdSetId as string | undefined;
        // An account may take no changes, and some old settings cannot be made any more.
        if (newId === undefined) continue;
        const copy = (await heldOf(kind)).find(({ id }) => id === newId);
        expect([platform, value, copy && limitsOf(copy)]).toEqual([
          platform,
          value,
          limitsOf(source),
        ]);
        copies += 1;
      }
    }
    expect(copies).toBeGreaterThan(0);
  },
);
