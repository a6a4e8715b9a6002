import { adPlatformSuite } from '../../conformance/ad-platform.suite.ts';
import type { ObjectKind, Trouble } from '../../conformance/platform-under-test.ts';
import { adOf, metaAtSandbox } from './meta-at-sandbox.ts';

const kinds: { readonly [kind in ObjectKind]: string } = {
  image: 'adimages',
  video: 'advideos',
  creative: 'adcreatives',
  ad: 'ads',
};

const faults: { readonly [trouble in Trouble]: { readonly fault: string; readonly [option: string]: unknown } } = {
  'answer lost': { fault: 'answer-lost' },
  'failed but done': { fault: 'failed-but-created' },
  'cut before': { fault: 'connection-cut' },
  html: { fault: 'html-502' },
  throttled: { fault: 'error', code: 613, subcode: 1487742, message: 'Too many calls' },
  'token dead': { fault: 'error', code: 190, subcode: 463, message: 'Error validating access token' },
};

adPlatformSuite('primary', async () => {
  const at = await metaAtSandbox();
  return {
    platform: at.platform,
    access: at.access,
    deadAccess: { ...at.access, credentials: { accessToken: 'no-such-token' } },
    clock: at.clock,
    adSetIds: [at.adSet('traffic', 0), at.adSet('traffic', 1)],
    imageUrl: 'https://media.test/suite.png',
    videoUrl: 'https://media.test/suite.mp4',
    brokenUrl: 'https://media.test/missing.png',
    reportDay: '2026-11-10',
    quietDay: '2026-02-03',
    ad: (media) => adOf(at, { media }),
    held: async (kind) =>
      (await at.held(kinds[kind])).map(({ id, name, status }) => ({
        id,
        ...(typeof name === 'string' && { name }),
        ...(typeof status === 'string' && { status }),
      })),
    counts: at.counts,
    forgetCounts: async () => void (await at.control('POST', 'reset', { counters: true })),
    trouble: (trouble, on, times = 1) =>
      at.fault({ ...faults[trouble], method: 'POST', path: `/${at.access.adAccountId}/${kinds[on]}`, times }),
  };
});
