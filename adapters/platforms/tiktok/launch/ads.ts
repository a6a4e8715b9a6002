import { PlatformError } from '../../../../core/base/errors.ts';
import { mapBounded } from '../../../../core/base/map-bounded.ts';
import { chunks, groupedBy, rowsOf, text } from '../../kit/json.ts';
import { isAd, isUpload } from '../../kit/operations.ts';
import { orFailed, sendPack } from '../../kit/send-launch.ts';
import type {
  Access,
  AdOperation,
  Good,
  LaunchCapability,
  Outcome,
  Params,
  PlatformFailure,
  Row,
} from '../../types.ts';
import { captionOf, defaultButton, identityField, landingPage } from '../check.ts';
import { familyOf, isOtherFamily, manualAnswer, smartTrait } from '../family.ts';
import { capacity } from '../read/accounts.ts';
import { rowInOther } from '../read/other-family.ts';
import { statusWords } from '../wire/values.ts';
import { type AdPorts, type Built, postOf } from './built.ts';
import { sendSmartAds } from './smart-ads.ts';
import { lookAtVideos, uploadImageFrom, videosPerQuestion } from './uploads.ts';

export async function sendAds(
  ports: AdPorts,
  access: Access,
  operations: readonly AdOperation[],
): Promise<ReadonlyMap<AdOperation, Outcome>> {
  const outcomes = new Map<AdOperation, Outcome>();
  const covers = await coversOf(ports, access, operations);
  const built = new Map<AdOperation, Built>();
  for (const operation of operations) {
    const result = await build(ports, access, operation, covers);
    if ('identity' in result) built.set(operation, result);
    else outcomes.set(operation, result);
  }
  const packs = packed([...built.keys()]).map((pack) =>
    pack.flatMap((operation) => built.get(operation) ?? []),
  );
  await mapBounded(packs, 4, async (pack) => {
    for (const [operation, outcome] of await sendInFamily(ports, access, pack))
      outcomes.set(operation, outcome);
  });
  return outcomes;
}

type Outcomes = readonly (readonly [AdOperation, Outcome])[];

/** A refusal that names the other family is tried there once, after the ad group was read again. */
async function sendInFamily(
  ports: AdPorts,
  access: Access,
  pack: readonly Built[],
): Promise<Outcomes> {
  const [first] = pack;
  if (first === undefined) return [];
  const { adSet } = first.operation;
  const send = (isSmart: boolean, some: readonly Built[]) =>
    isSmart ? sendSmartAds(ports, access, some) : sendCreatives(ports, access, some);
  const isSmart = adSet.traits?.includes(smartTrait) ?? ports.families.of(adSet.id) === 'smart';
  const outcomes = await send(isSmart, pack);
  const misplaced = outcomes.flatMap(([operation, outcome]) =>
    outcome.state === 'failed' && isOtherFamily(outcome.failure)
      ? [{ operation, failure: outcome.failure }]
      : [],
  );
  const subject = { type: 'adset', id: adSet.id, family: isSmart ? 'smart' : 'manual' } as const;
  const other = await rowInOther(ports, access, subject, misplaced[0]?.failure);
  if (other === undefined) return outcomes;
  const again = new Map(
    await send(
      !isSmart,
      pack.filter(({ operation }) => misplaced.some((each) => each.operation === operation)),
    ),
  );
  return outcomes.map(([operation, outcome]) => [operation, again.get(operation) ?? outcome]);
}

async function coversOf(ports: AdPorts, access: Access, operations: readonly AdOperation[]) {
  const urls = [...new Set(operations.flatMap((operation) => thumbnailOf(operation) ?? []))];
  const covers = await mapBounded(
    urls,
    4,
    async (url): Promise<readonly [string, string | PlatformFailure]> => {
      const name = `cover ${(await ports.secrets.sha256(url)).slice(0, 32)}`;
      const uploaded = await uploadImageFrom(ports, access, url, name);
      return [url, uploaded.ok ? uploaded.ref : uploaded.failure];
    },
  );
  return new Map(covers);
}

function build(
  ports: AdPorts,
  access: Access,
  operation: AdOperation,
  covers: ReadonlyMap<string, string | PlatformFailure>,
): Promise<Built | Outcome> {
  return orFailed(async () => {
    const identity = await ports.identities.find(
      access,
      operation.ad.platformFields?.[identityField] ?? '',
    );
    const cover = await coverOf(ports, access, operation, covers);
    return { operation, identity, cover };
  });
}

async function coverOf(
  ports: AdPorts,
  access: Access,
  operation: AdOperation,
  covers: ReadonlyMap<string, string | PlatformFailure>,
) {
  const [asset] = operation.assets;
  if (asset?.type !== 'video') return undefined;
  const own = covers.get(thumbnailOf(operation) ?? '');
  if (typeof own === 'object') throw new PlatformError(own);
  if (own !== undefined || asset.cover !== undefined) return own ?? asset.cover;
  // A video that we did not upload has no cover in the library yet.
  const look = {
    kind: 'ready',
    id: operation.id,
    batch: operation.batch,
    videoId: asset.ref,
  } as const;
  const seen = (await lookAtVideos(ports, access, [look])).get(look);
  if (seen?.state === 'done') return seen.cover;
  if (seen?.state === 'failed') throw new PlatformError(seen.failure);
  const message = 'The video has no cover image yet.';
  throw new PlatformError({ ...ports.wire.fail('flaky', message), retryAfterMs: 15_000 });
}

const reasonsOfOne = ['invalid', 'rule', 'missing', 'flaky'] as const;

const sendCreatives = (ports: AdPorts, access: Access, pack: readonly Built[]) =>
  sendPack(
    pack,
    reasonsOfOne,
    (some) => {
      const body = { adgroup_id: some[0]?.operation.adSet.id, creatives: some.map(creativeOf) };
      return manualAnswer(
        ports,
        ports.wire.call(access, { method: 'POST', path: 'ad/create/', body }),
      );
    },
    (some, answer) => made(ports, some, answer),
  );

/**
 * Ids come in the order of the creatives, and each ad is echoed with its name; where these
 * disagree, core asks the platform.
 */
function made(
  ports: AdPorts,
  pack: readonly Built[],
  answer: Good,
): readonly (readonly [AdOperation, Outcome])[] {
  const listed = answer.body.ad_ids;
  const ids = (Array.isArray(listed) ? listed : []).flatMap((id) => text(id) ?? []);
  const echoes = rowsOf(answer.body.creatives).map((row) => ({
    id: text(row.ad_id),
    name: text(row.ad_name),
  }));
  const inOrder =
    ids.length === pack.length &&
    pack.every(
      ({ operation }, position) => (echoes[position]?.name ?? operation.name) === operation.name,
    );
  return pack.map(({ operation }, position): readonly [AdOperation, Outcome] => {
    const echo = inOrder
      ? undefined
      : echoes.findIndex(({ id, name }) => id !== undefined && name === operation.name);
    const ref = echo === undefined ? ids[position] : echoes.splice(echo, echo < 0 ? 0 : 1)[0]?.id;
    if (ref !== undefined) return [operation, { state: 'done', ref }];
    const message = 'The platform made some of these ads and did not say which.';
    return [operation, { state: 'unknown', failure: ports.wire.fail('transient', message) }];
  });
}

export const launchCost: LaunchCapability['cost'] = (operations) => {
  const uploads = operations.filter(isUpload).length;
  const looks = operations.filter(({ kind }) => kind === 'ready').length;
  const ads = operations.filter(isAd);
  const covers = new Set(ads.flatMap((operation) => thumbnailOf(operation) ?? [])).size;
  const count =
    uploads +
    Math.ceil(looks / videosPerQuestion) +
    looks +
    covers +
    packed(ads).length +
    smartCost(ads);
  return { calls: count, requests: count };
};

/** A call takes manual ads of one ad group. Keeps their order. */
const packed = (operations: readonly AdOperation[]): readonly (readonly AdOperation[])[] =>
  [...groupedBy(operations, ({ adSet }) => adSet.id).values()].flatMap((list) =>
    list[0]?.adSet.traits?.includes(smartTrait) ? [list] : chunks(list, capacity),
  );

/** A Smart+ ad is a call of its own, and a new button two more. */
function smartCost(ads: readonly AdOperation[]) {
  const smart = ads.filter(({ adSet }) => adSet.traits?.includes(smartTrait));
  const buttons = new Set(smart.map(({ ad, adSet }) => ad.cta ?? defaultButton(adSet.objective)))
    .size;
  return smart.length - packed(smart).length + 2 * buttons;
}

function thumbnailOf({ ad, assets }: AdOperation): string | undefined {
  return assets[0]?.type === 'video' ? ad.media[0]?.thumbnail : undefined;
}

/** The platform switches ads on unless told otherwise. */
function creativeOf({ operation, identity, cover }: Built): Params {
  const { ad, name } = operation;
  return {
    ad_name: name,
    identity_type: identity.type,
    identity_id: identity.id,
    identity_authorized_bc_id: identity.centre,
    ...mediaOf(operation, cover),
    call_to_action: ad.cta ?? defaultButton(operation.adSet.objective),
    ...(ad.leadFormId === undefined
      ? { landing_page_url: landingPage(ad) }
      : { page_id: ad.leadFormId }),
    operation_status: ad.paused ? statusWords.PAUSED : statusWords.ACTIVE,
  };
}

function mediaOf(operation: AdOperation, cover: string | undefined): Params {
  const { ad, assets } = operation;
  if (ad.type === 'postBoost')
    return {
      ad_format: 'SINGLE_VIDEO',
      tiktok_item_id: postOf(operation),
      ad_text: ad.description,
    };
  const [asset] = assets;
  const caption = { ad_text: captionOf(ad) };
  if (asset?.type === 'video')
    return { ad_format: 'SINGLE_VIDEO', video_id: asset.ref, image_ids: [cover ?? ''], ...caption };
  return { ad_format: 'SINGLE_IMAGE', image_ids: [asset?.ref ?? ''], ...caption };
}

/** Compares ids alone: the platform may rewrite texts. Smart+ ads tell their images too. */
export function showsSame(operation: AdOperation, row: Row): boolean {
  const wanted = mediaOf(operation, undefined);
  const same = (field: 'video_id' | 'tiktok_item_id') => {
    const held = text(row[field]);
    return held === undefined || held === '' || held === (wanted[field] ?? held);
  };
  const image = operation.assets[0]?.type === 'image' ? operation.assets[0].ref : undefined;
  const images = familyOf(row) === 'smart' && Array.isArray(row.image_ids) ? row.image_ids : [];
  return (
    same('video_id') &&
    same('tiktok_item_id') &&
    (image === undefined || images.length === 0 || images.includes(image))
  );
}
