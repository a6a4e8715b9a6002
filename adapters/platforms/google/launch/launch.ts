import { type Claims, createClaims } from '../../kit/claims.ts';
import { asRow, at, base64, chunks, rowsOf, text } from '../../kit/json.ts';
import { isAd, isUpload } from '../../kit/operations.ts';
import { orFailed, outcomeWithId, sendLaunch } from '../../kit/send-launch.ts';
import type {
  Access,
  AdOperation,
  Answer,
  LaunchCapability,
  LaunchOperation,
  LoadedMedia,
  MediaSource,
  Outcome,
  Params,
  PlatformFailure,
  Row,
  UploadOperation,
} from '../../types.ts';
import { assetChannel, youtubeId } from '../check-assets.ts';
import { markIn, markOf } from '../names.ts';
import { idOf } from '../read/entities.ts';
import type { Api } from '../wire/client.ts';
import { idChunks, idsIn, lastPart, quoted, select } from '../wire/gaql.ts';
import { sendAds, validateAds } from './ads.ts';
import { linkOf, sendLinks, validateLinks } from './asset-links.ts';

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

export function createLaunch({
  api,
  media,
  settleMs,
  answerMs,
  firstLookMs,
}: LaunchPorts): LaunchCapability {
  const { wire } = api;
  const apart = (ads: readonly AdOperation[], perAd: number, perLink: number) => [
    ...chunks(ads.filter(isWords), perAd),
    ...chunks(ads.filter(isLink), perLink),
  ];
  const groups = (operations: readonly AdOperation[]) =>
    apart(operations, perRequest, linksPerRequest);
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
          ready: {
            send: async (_, looks) =>
              new Map(looks.map((each) => [each, { state: 'done', ref: each.videoId }])),
          },
          ads: {
            groups,
            send: (_, ads) => (ads.some(isLink) ? sendLinks : sendAds)(api, access, ads),
          },
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
      const validated = apart(operations.filter(isAd), perValidation, perValidation).map((some) =>
        (some.some(isLink) ? validateLinks : validateAds)(api, access, some, options),
      );
      for (const each of await Promise.all(validated))
        for (const [operation, outcome] of each) outcomes.set(operation, outcome);
      return operations.map((each) => outcomes.get(each) ?? { state: 'done', ref: '' });
    },
    managerUrl: ({ adAccountId }, adId) =>
      `https://ads.google.com/aw/ads?__e=${adAccountId}&adId=${adId}`,
    usage: (adAccountId) => wire.usage(adAccountId),
  };
}

/** Puts an asset into an asset group. */
const isLink = ({ adSet, ad }: AdOperation) =>
  adSet.objective === assetChannel || ad.media.length > 0;
const isWords = (operation: AdOperation) => !isLink(operation);

/**
 * An ad carries batch and operation, also when removed. A link is known by group, asset and place,
 * also when a person made it.
 */
async function reconcile(
  api: Api,
  access: Access,
  operations: readonly LaunchOperation[],
  taken: readonly string[],
): Promise<readonly (Outcome | undefined)[]> {
  const claims = createClaims(taken);
  const ads = operations.filter(isAd);
  await claimAds(api, access, ads.filter(isWords), claims);
  await claimLinks(api, access, ads.filter(isLink), claims);
  return claims.outcomes(operations);
}

async function claimAds(
  { search }: Api,
  access: Access,
  ads: readonly AdOperation[],
  claims: Claims,
) {
  const made = new Map<string, string>();
  const fields = ['ad_group_ad.ad.id', 'ad_group_ad.ad.url_custom_parameters'];
  for (const some of idChunks(ads.map(({ adSet }) => adSet.id)))
    for (const row of await search(
      access,
      select(fields, 'ad_group_ad', [idsIn('ad_group.id', some)]),
    )) {
      const mark = markIn(adOf(row));
      if (mark !== undefined) made.set(`${mark} ${idOf('ad', row)}`, idOf('ad', row));
    }
  for (const operation of ads) {
    const mark = markOf(operation);
    // Several ads may carry one mark: each is taken once.
    for (const [key, id] of made)
      if (key.startsWith(`${mark} `) && !claims.outcomes([operation])[0]) {
        claims.take(operation, id);
        if (claims.outcomes([operation])[0]) made.delete(key);
      }
  }
}

async function claimLinks(
  { search }: Api,
  access: Access,
  links: readonly AdOperation[],
  claims: Claims,
) {
  const there = new Set<string>();
  const fields = ['asset_group_asset.resource_name'];
  for (const some of idChunks(links.map(({ adSet }) => adSet.id))) {
    const conditions = [idsIn('asset_group.id', some), "asset_group_asset.status != 'REMOVED'"];
    for (const row of await search(access, select(fields, 'asset_group_asset', conditions)))
      there.add(lastPart(text(at(row, 'assetGroupAsset', 'resourceName'))));
  }
  for (const operation of links)
    if (there.has(linkOf(operation))) claims.take(operation, linkOf(operation));
}

const adOf = (row: Row) => asRow(at(row, 'adGroupAd', 'ad')) ?? {};

/** As the platform's page about asset requirements has it. */
const mostBytes = 5_120 * 1_024;

/** By content, so that it is found again and unique. */
const nameOf = (sha256: string) => `slipway ${sha256.slice(0, 40)}`;

const taken = 'assetError.DUPLICATE_ASSET_NAME';
const namedOtherwise = 'assetError.CANNOT_MODIFY_ASSET_NAME';

/**
 * The platform keeps one asset of each content: sending it again makes no second one. Where the
 * content has another name, the name is left out.
 */
async function sendImage(
  api: Api,
  access: Access,
  _operation: UploadOperation,
  file: LoadedMedia,
): Promise<Outcome> {
  if (file.bytes.length > mostBytes) {
    const message = `The image has ${Math.ceil(file.bytes.length / 1_024)} KB; the platform takes 5,120 at most.`;
    return {
      state: 'failed',
      failure: api.wire.fail('rule', message, 'Export the image smaller.'),
    };
  }
  const create = { type: 'IMAGE', imageAsset: { data: base64(file.bytes) } };
  const name = nameOf(file.sha256);
  const first = await made(api, access, { ...create, name });
  if (first.ok || (first.failure.code !== taken && first.failure.code !== namedOtherwise))
    return outcomeOf(api, first);
  if (first.failure.code === namedOtherwise) return outcomeOf(api, await made(api, access, create));
  return named(api, access, name, first.failure);
}

function named(api: Api, access: Access, name: string, refused: PlatformFailure): Promise<Outcome> {
  return orFailed(async () => {
    const [row] = await api.search(
      access,
      select(['asset.id'], 'asset', [`asset.name = ${quoted(name)}`]),
    );
    const id = text(asRow(row?.asset)?.id);
    return id === undefined ? { state: 'failed', failure: refused } : { state: 'done', ref: id };
  });
}

/** On YouTube already: the account links it. */
async function sendVideo(
  api: Api,
  access: Access,
  { media: { url } }: UploadOperation,
): Promise<Outcome> {
  const youtubeVideoId = youtubeId(url);
  if (youtubeVideoId === undefined) return notOnYoutube(api);
  return outcomeOf(
    api,
    await made(api, access, { type: 'YOUTUBE_VIDEO', youtubeVideoAsset: { youtubeVideoId } }),
  );
}

const notOnYoutube = (api: Api): Outcome => ({
  state: 'failed',
  failure: api.wire.fail(
    'rule',
    'A video of an asset group is one on YouTube.',
    'Give the address of a video on YouTube.',
  ),
});

const made = (api: Api, access: Access, create: Params) =>
  api.wire.call(access, {
    method: 'POST',
    path: `customers/${access.adAccountId}/assets:mutate`,
    body: { operations: [{ create }] },
  });

const outcomeOf = ({ wire }: Api, answer: Answer): Outcome =>
  outcomeWithId(wire.fail, answer, ({ body }) =>
    lastPart(text(rowsOf(body.results)[0]?.resourceName)),
  );
