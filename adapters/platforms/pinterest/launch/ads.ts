import type { PlatformFailure } from '../../../../core/base/errors.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { Outcome } from '../../../../core/ports/platform-launch.ts';
import { chunks, type Params, text } from '../../kit/json.ts';
import { landingPage, tagged } from '../../kit/links.ts';
import type { AdOperation } from '../../kit/operations.ts';
import { orFailed, outcomeOf } from '../../kit/send-launch.ts';
import { buttonOf, cardLinks, ctaType } from '../check.ts';
import { type CreativeType, creativeTypeOf, readPin } from '../read/pins.ts';
import { itemsOf, itemsPerRequest } from '../wire/items.ts';
import { pathOf } from '../wire/values.ts';
import type { PinPorts } from './pins.ts';

interface Built {
  readonly operation: AdOperation;
  readonly params: Params;
}

export async function sendAds(
  ports: PinPorts,
  access: Access,
  operations: readonly AdOperation[],
): Promise<ReadonlyMap<AdOperation, Outcome>> {
  const outcomes = new Map<AdOperation, Outcome>();
  const built: Built[] = [];
  for (const operation of operations) {
    const result = await build(ports, access, operation);
    if ('params' in result) built.push(result);
    else outcomes.set(operation, result);
  }
  for (const pack of chunks(built, itemsPerRequest))
    for (const [operation, outcome] of await sendPack(ports, access, pack)) outcomes.set(operation, outcome);
  return outcomes;
}

function build(ports: PinPorts, access: Access, operation: AdOperation): Promise<Built | Outcome> {
  return orFailed(async () => {
    return { operation, params: adOf(operation, await typeOf(ports, access, operation)) };
  });
}

async function typeOf(
  { calls, boosted }: PinPorts,
  access: Access,
  { ad, assets, creativeId = '' }: AdOperation,
): Promise<CreativeType> {
  if (ad.type === 'carousel') return 'CAROUSEL';
  if (ad.type !== 'postBoost') return assets[0]?.type === 'video' ? 'VIDEO' : 'REGULAR';
  const known = boosted.typeOf(creativeId);
  if (known !== undefined) return known;
  const type = creativeTypeOf((await readPin(calls, access, creativeId)) ?? {}) ?? 'REGULAR';
  boosted.remember(creativeId, type);
  return type;
}

/** The status is always stated: the platform has a default for campaigns alone. */
function adOf({ ad, adSet, name, creativeId }: AdOperation, creative_type: CreativeType) {
  const button = buttonOf(ad);
  return {
    ad_group_id: adSet.id,
    creative_type,
    pin_id: creativeId,
    name,
    status: ad.paused ? 'PAUSED' : 'ACTIVE',
    destination_url: landingPage(ad),
    ...(ad.type === 'carousel' && { carousel_destination_urls: cardLinks(ad).map((link) => tagged(link, ad.utmTags)) }),
    ...(button !== undefined && { customizable_cta_type: ctaType(button) }),
  };
}

async function sendPack(
  ports: PinPorts,
  access: Access,
  pack: readonly Built[],
): Promise<readonly (readonly [AdOperation, Outcome])[]> {
  const path = pathOf(access.adAccountId, 'ad');
  const body = pack.map(({ params }) => params);
  const answer = await ports.wire.call(access, { method: 'POST', path, body });
  if (answer.ok) {
    const items = itemsOf(ports.wire, access, path, answer, body);
    return pack.map(({ operation }, position) => [operation, made(ports, items[position])] as const);
  }
  const { failure, maybeDone } = answer;
  if (maybeDone) return pack.map(({ operation }) => [operation, { state: 'unknown', failure }]);
  if (pack.length === 1 || !isAboutOne(failure)) return pack.map(({ operation }) => [operation, { state: 'failed', failure }]);
  // One ad is at fault and nothing was made: each is sent alone.
  const alone: (readonly [AdOperation, Outcome])[] = [];
  for (const each of pack) alone.push(...(await sendPack(ports, access, [each])));
  return alone;
}

const isAboutOne = ({ class: kind }: PlatformFailure) => ['invalid', 'rule', 'missing'].includes(kind);

function made({ wire }: PinPorts, item: ReturnType<typeof itemsOf>[number] | undefined): Outcome {
  if (item !== undefined && 'failure' in item) return outcomeOf({ ok: false, ...item });
  const ref = text(item?.row.id);
  if (ref === undefined) return { state: 'unknown', failure: wire.fail('transient', 'The platform made an ad without an id.') };
  return { state: 'done', ref, ...(item !== undefined && item.warnings.length > 0 && { warnings: item.warnings }) };
}
