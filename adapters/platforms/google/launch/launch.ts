import type { MediaSource } from '../../../../core/ports/media.ts';
import type { LaunchCapability, LaunchOperation, Outcome } from '../../../../core/ports/platform-launch.ts';
import { chunks } from '../../kit/json.ts';
import { type AdOperation, isAd, isUpload } from '../../kit/operations.ts';
import { sendLaunch } from '../../kit/send-launch.ts';
import type { Api } from '../wire/client.ts';
import { sendAds, validateAds } from './ads.ts';
import { sendLinks, validateLinks } from './asset-links.ts';
import { notOnYoutube, sendImage, sendVideo } from './assets.ts';
import { isLink, reconcile } from './reconcile.ts';

interface LaunchPorts {
  readonly api: Api;
  readonly media: MediaSource;
  readonly settleMs: number;
  readonly answerMs: number;
  readonly firstLookMs: number;
}

/** The platform takes many more, but a lost request has to be asked about whole. */
const perRequest = 200;
/** Carried out whole or not at all. */
const linksPerRequest = 20;
/** Of requests that only ask. */
const perValidation = 1_000;

export function createLaunch({ api, media, settleMs, answerMs, firstLookMs }: LaunchPorts): LaunchCapability {
  const { wire } = api;
  const groups = (operations: readonly AdOperation[]) => [
    ...chunks(
      operations.filter((each) => !isLink(each)),
      perRequest,
    ),
    ...chunks(operations.filter(isLink), linksPerRequest),
  ];
  return {
    creatives: 'inside-ad',
    waveSize: perRequest,
    settleMs,
    answerMs,
    firstLookMs,
    // In a custom parameter of the ad (names.ts).
    leavesMarks: true,
    creativeKey: (ad) => ad.type,
    // Each ad, asset and place counts as an operation of the day.
    cost(operations) {
      const ads = operations.filter(isAd);
      const uploads = operations.filter(isUpload).length;
      return { calls: ads.length + uploads, requests: groups(ads).length + uploads };
    },
    send: (access, operations) =>
      sendLaunch(
        { media, fail: wire.fail },
        {
          image: (_, operation, file) => sendImage(api, access, operation, file),
          video: async () => notOnYoutube(api),
          videoByAddress: (_, operation) => sendVideo(api, access, operation),
          // A video on YouTube is ready.
          ready: { send: async (_, looks) => new Map(looks.map((each) => [each, { state: 'done', ref: each.videoId }])) },
          ads: { groups, send: (_, ads) => (ads.some(isLink) ? sendLinks : sendAds)(api, access, ads) },
        },
        access,
        operations,
      ),
    reconcile: (access, operations, taken) => reconcile(api, access, operations, taken),
    // One request an account; validating counts as making.
    validatesPlansOf: 1_000,
    dayQuota: (access) => api.quota(access),
    async validate(access, operations, options) {
      const outcomes = new Map<LaunchOperation, Outcome>();
      const ads = operations.filter(isAd);
      const validated = [
        ...chunks(
          ads.filter((each) => !isLink(each)),
          perValidation,
        ).map((some) => validateAds(api, access, some, options)),
        ...chunks(ads.filter(isLink), perValidation).map((some) => validateLinks(api, access, some, options)),
      ];
      for (const each of await Promise.all(validated)) for (const [operation, outcome] of each) outcomes.set(operation, outcome);
      return operations.map((each) => outcomes.get(each) ?? { state: 'done', ref: '' });
    },
    managerUrl: ({ adAccountId }, adId) => `https://ads.google.com/aw/ads?__e=${adAccountId}&adId=${adId}`,
    usage: (adAccountId) => wire.usage(adAccountId),
  };
}
