import type { MediaSource } from '../../../../core/ports/media.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { LaunchCapability, LaunchOperation, Outcome } from '../../../../core/ports/platform-launch.ts';
import { createClaims } from '../../kit/claims.ts';
import { asRow, at, type Row } from '../../kit/json.ts';
import { type AdOperation, isAd } from '../../kit/operations.ts';
import { chunks } from '../../kit/params.ts';
import { sendLaunch } from '../../kit/send-launch.ts';
import { markIn, markOf } from '../names.ts';
import { idOf } from '../read/entities.ts';
import type { Api } from '../wire/client.ts';
import { idChunks, idsIn, select } from '../wire/gaql.ts';
import { sendAds, validateAds } from './ads.ts';

export interface LaunchPorts {
  readonly api: Api;
  readonly media: MediaSource;
  readonly settleMs: number;
  readonly answerMs: number;
  readonly firstLookMs: number;
}

/** Ads of one request: a request may hold many more, but one that is lost has to be asked about whole. */
const perRequest = 200;
/** Of one that only asks. */
const perValidation = 1_000;

export function createLaunch({ api, media, settleMs, answerMs, firstLookMs }: LaunchPorts): LaunchCapability {
  const { wire } = api;
  const groups = (operations: readonly AdOperation[]) => chunks(operations, perRequest);
  return {
    creatives: 'inside-ad',
    waveSize: perRequest,
    ...{ settleMs, answerMs, firstLookMs },
    // In a custom parameter of the ad (names.ts).
    leavesMarks: true,
    creativeKey: (ad) => ad.type,
    // The platform counts the operations of a day, and each ad is one.
    cost(operations) {
      const ads = operations.filter(isAd);
      return { calls: ads.length, requests: groups(ads).length };
    },
    send: (access, operations) =>
      sendLaunch(
        { media, fail: wire.fail },
        { ads: { groups, send: (_, ads) => sendAds(api, access, ads) } },
        access,
        operations,
      ),
    reconcile: (access, operations, taken) => reconcile(api, access, operations, taken),
    // One request an account; what is validated counts as what is made.
    validatesPlansOf: 1_000,
    dayQuota: (access) => api.quota(access),
    async validate(access, operations, options) {
      const outcomes = new Map<LaunchOperation, Outcome>();
      for (const some of chunks(operations.filter(isAd), perValidation))
        for (const [operation, outcome] of await validateAds(api, access, some, options)) outcomes.set(operation, outcome);
      return operations.map((each) => outcomes.get(each) ?? { state: 'done', ref: '' });
    },
    managerUrl: ({ adAccountId }, adId) => `https://ads.google.com/aw/ads?__e=${adAccountId}&adId=${adId}`,
    usage: (adAccountId) => wire.usage(adAccountId),
  };
}

/** Finds what unanswered requests made, removed ads too: each carries batch and operation. */
async function reconcile(
  { search }: Api,
  access: Access,
  operations: readonly LaunchOperation[],
  taken: readonly string[],
): Promise<readonly (Outcome | undefined)[]> {
  const claims = createClaims(taken);
  const ads = operations.filter(isAd);
  const made = new Map<string, string>();
  const fields = ['ad_group_ad.ad.id', 'ad_group_ad.ad.url_custom_parameters'];
  for (const some of idChunks(ads.map(({ adSet }) => adSet.id)))
    for (const row of await search(access, select(fields, 'ad_group_ad', [idsIn('ad_group.id', some)]))) {
      const mark = markIn(adOf(row));
      if (mark !== undefined) made.set(`${mark} ${idOf('ad', row)}`, idOf('ad', row));
    }
  for (const operation of ads) {
    const mark = markOf(operation);
    // Two of one mark are told apart by count.
    for (const [key, id] of made)
      if (key.startsWith(`${mark} `) && !claims.outcomes([operation])[0]) {
        claims.take(operation, id);
        if (claims.outcomes([operation])[0]) made.delete(key);
      }
  }
  return claims.outcomes(operations);
}

const adOf = (row: Row): Row => asRow(at(row, 'adGroupAd', 'ad')) ?? {};
