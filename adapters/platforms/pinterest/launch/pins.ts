import { mapBounded } from '../../../../core/base/map-bounded.ts';
import { base64, groupedBy, text } from '../../kit/json.ts';
import { loadMedia } from '../../kit/load-media.ts';
import { orFailed, outcomeOf } from '../../kit/send-launch.ts';
import type {
  Access,
  Api,
  Call,
  CreativeOperation,
  Fail,
  LaunchMedia,
  MediaSource,
  Outcome,
  Params,
  Secrets,
} from '../../types.ts';
import { boardField, boostedPin, cardLinks } from '../check.ts';
import { marked, pinMark } from '../mark.ts';
import { type CreativeType, creativeTypeOf, readPin } from '../read/pins.ts';

export interface PinPorts extends Api, SourcePorts {
  readonly secrets: Secrets;
  readonly boosted: BoostedPins;
}

const atOnce = 4;

/** Ads that show the same share a pin. A boosted pin exists, and is only looked at. */
export async function sendPins(
  ports: PinPorts,
  access: Access,
  operations: readonly CreativeOperation[],
): Promise<ReadonlyMap<CreativeOperation, Outcome>> {
  const outcomes = new Map<CreativeOperation, Outcome>();
  await mapBounded(alike(operations), atOnce, async (group) => {
    const [first] = group;
    if (first === undefined) return;
    const outcome = await (first.ad.type === 'postBoost'
      ? lookAt(ports, access, first)
      : make(ports, access, first));
    for (const operation of group) outcomes.set(operation, outcome);
  });
  return outcomes;
}

export const alike = (
  operations: readonly CreativeOperation[],
): readonly (readonly CreativeOperation[])[] => [...groupedBy(operations, contentOf).values()];

function contentOf({ ad, assets }: CreativeOperation) {
  if (ad.type === 'postBoost') return JSON.stringify([boostedPin(ad)]);
  const media = ad.media.map(
    ({ url, sha256, thumbnail, carouselTitle, carouselDescription }, position) => [
      assets[position]?.ref ?? sha256 ?? url,
      thumbnail,
      carouselTitle,
      carouselDescription,
    ],
  );
  return JSON.stringify([
    ad.platformFields?.[boardField],
    ad.type,
    ad.title,
    ad.description,
    ad.link,
    cardLinks(ad),
    media,
  ]);
}

export const markFor = (secrets: Secrets, operation: CreativeOperation): Promise<string> =>
  pinMark(secrets, operation.batch, contentOf(operation));

async function make(
  ports: PinPorts,
  access: Access,
  operation: CreativeOperation,
): Promise<Outcome> {
  const source = await sourceOf(ports, access, operation);
  if ('outcome' in source) return source.outcome as Outcome;
  const { title, description, link, platformFields } = operation.ad;
  const body: Params = {
    board_id: platformFields?.[boardField],
    title,
    description,
    link: marked(link, await markFor(ports.secrets, operation)),
    media_source: source,
  };
  return outcomeOf(await createPin(ports, access, body));
}

export async function createPin({ wire }: Api, access: Access, body: Params) {
  const call: Call = {
    method: 'POST',
    path: 'pins',
    query: { ad_account_id: access.adAccountId },
    body,
  };
  const answer = await wire.call(access, call);
  if (!answer.ok) return answer;
  const ref = text(answer.body.id);
  if (ref !== undefined) return { ok: true, ref } as const;
  return {
    ok: false,
    failure: wire.fail('transient', 'The platform answered without an id.'),
    maybeDone: true,
  } as const;
}

function lookAt(
  { calls, wire, boosted }: PinPorts,
  access: Access,
  { ad }: CreativeOperation,
): Promise<Outcome> {
  const pinId = boostedPin(ad) ?? '';
  return orFailed(async () => {
    const pin = await readPin(calls, access, pinId);
    if (pin === undefined) return { state: 'failed', failure: wire.missing(pinId) };
    const type = creativeTypeOf(pin);
    if (type !== undefined) {
      boosted.remember(pinId, type);
      return { state: 'done', ref: pinId };
    }
    const message = `The pin ${pinId} is of the type ${text(pin.creative_type)}, which cannot be boosted from here.`;
    return {
      state: 'failed',
      failure: wire.fail('rule', message, 'Boost an image, a video or a carousel.'),
    };
  });
}

/** Types of boosted pins, which their ads have to name. */
interface BoostedPins {
  remember(pinId: string, type: CreativeType): void;
  typeOf(pinId: string): CreativeType | undefined;
}

const most = 10_000;

export function createBoostedPins(): BoostedPins {
  const types = new Map<string, CreativeType>();
  return {
    remember(pinId, type) {
      if (types.size >= most) types.clear();
      types.set(pinId, type);
    },
    typeOf: (pinId) => types.get(pinId),
  };
}

interface SourcePorts {
  readonly media: MediaSource;
  readonly fail: Fail;
}

type Picture = { readonly url: string } | { readonly content_type: string; readonly data: string };
type Failed = { readonly outcome: Outcome };

/**
 * The platform fetches public pictures itself; those of our own store travel inside the request.
 */
async function sourceOf(
  ports: SourcePorts,
  access: Access,
  { ad, assets }: CreativeOperation,
): Promise<Params | Failed> {
  if (ad.type === 'carousel') return carousel(ports, access, ad);
  const [media] = ad.media;
  const [asset] = assets;
  if (asset?.type === 'video') return video(ports, access, asset.ref, media?.thumbnail);
  const picture = await pictureOf(ports, access, media?.url ?? '');
  return 'outcome' in picture
    ? picture
    : { source_type: 'url' in picture ? 'image_url' : 'image_base64', ...picture };
}

async function video(
  ports: SourcePorts,
  access: Access,
  media_id: string,
  thumbnail?: string,
): Promise<Params | Failed> {
  const source = { source_type: 'video_id', media_id };
  // The first frame, without a thumbnail.
  if (thumbnail === undefined) return { ...source, cover_image_key_frame_time: 0 };
  const cover = await pictureOf(ports, access, thumbnail);
  if ('outcome' in cover) return cover;
  if ('url' in cover) return { ...source, cover_image_url: cover.url };
  return { ...source, cover_image_content_type: cover.content_type, cover_image_data: cover.data };
}

/** All cards travel in the same way. */
async function carousel(
  ports: SourcePorts,
  access: Access,
  ad: CreativeOperation['ad'],
): Promise<Params | Failed> {
  const links = cardLinks(ad);
  const own = await Promise.all(
    ad.media.map(({ url = '' }) => ports.media.describe(access.companyId, url)),
  );
  const inside = own.some((facts) => facts !== undefined);
  const items: Params[] = [];
  for (const [position, card] of ad.media.entries()) {
    const picture = await pictureOf(ports, access, card.url ?? '', inside);
    if ('outcome' in picture) return picture;
    items.push({ ...cardTexts(card), link: links[position], ...picture });
  }
  return { source_type: inside ? 'multiple_image_base64' : 'multiple_image_urls', items };
}

const cardTexts = ({ carouselTitle, carouselDescription }: LaunchMedia) => ({
  title: carouselTitle,
  description: carouselDescription,
});

async function pictureOf(
  { media, fail }: SourcePorts,
  { companyId }: Access,
  url: string,
  inside?: boolean,
): Promise<Picture | Failed> {
  if (!(inside ?? (await media.describe(companyId, url)) !== undefined)) return { url };
  const file = await loadMedia(media, companyId, { url, fail });
  if ('outcome' in file) return file;
  return { content_type: file.loaded.contentType, data: base64(file.loaded.bytes) };
}
