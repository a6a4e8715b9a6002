import { adPlatformSuite } from '../../conformance/ad-platform.suite.ts';
import type { ObjectKind, Trouble } from '../../conformance/platform-under-test.ts';
import { adOf, tiktokAtSandbox } from './tiktok-at-sandbox.ts';

const kinds: { readonly [kind in ObjectKind]: { readonly held: string; readonly path: string } } = {
  image: { held: 'tiktok_images', path: '/file/image/ad/upload' },
  video: { held: 'tiktok_videos', path: '/file/video/ad/upload' },
  creative: { held: 'tiktok_ads', path: '/ad/create' },
  ad: { held: 'tiktok_ads', path: '/ad/create' },
};

const faults: { readonly [trouble in Trouble]: { readonly fault: string } } = {
  'answer lost': { fault: 'answer-lost' },
  'failed but done': { fault: 'failed-but-created' },
  'cut before': { fault: 'connection-cut' },
  html: { fault: 'html-502' },
  throttled: { fault: 'throttle' },
  'token dead': { fault: 'token-expired' },
};

adPlatformSuite('short-video', async () => {
  const at = await tiktokAtSandbox();
  return {
    platform: at.platform,
    access: at.access,
    deadAccess: { ...at.access, credentials: { ...at.access.credentials, accessToken: 'no-such-token' } },
    clock: at.clock,
    adSetIds: [at.adGroup(0), at.adGroup(1)],
    imageUrl: 'https://media.test/suite.png',
    videoUrl: 'https://media.test/suite.mp4',
    brokenUrl: 'https://media.test/missing.png',
    reportDay: '2026-11-10',
    quietDay: '2026-02-03',
    ad: (media) => adOf(at, { media }),
    held: async (kind) =>
      (await at.held(kinds[kind].held)).map(({ id, ad_name, operation_status }) => ({
        id,
        ...(typeof ad_name === 'string' && { name: ad_name }),
        ...(typeof operation_status === 'string' && { status: operation_status }),
      })),
    counts: at.counts,
    forgetCounts: async () => void (await at.control('POST', 'reset', { counters: true })),
    trouble: (trouble, on, times = 1) => at.fault({ ...faults[trouble], method: 'POST', path: kinds[on].path, times }),
  };
});
