import { shortVideo } from '../../adapters/sandbox/tiktok/seed/ids.ts';
import type { ServiceFixture } from './service-fixture.ts';

/** A copy of a Smart+ ad that TikTok's review has rejected. */
export async function rejectedAd({ call, control, clock }: ServiceFixture): Promise<string> {
  const { smart } = shortVideo.accounts;
  await control('POST', 'faults', { platform: 'tiktok', fault: 'review-rejected', times: 1 });
  const body = {
    accountId: smart,
    adId: shortVideo.smart.ad(smart, 'web', 1),
    initialStatus: 'ACTIVE',
  };
  const { body: answer } = await call('POST', '/v1/manage/duplicate-ad', { body });
  await clock.sleep(60_000);
  return answer.results[0].newAdId;
}
