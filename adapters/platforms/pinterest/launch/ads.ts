import { chunks, text } from '../../kit/json.ts';
import { landingPage, tagged } from '../../kit/links.ts';
import { orFailed, outcomeOf, sendPack } from '../../kit/send-launch.ts';
import type { Access, AdOperation, Outcome, Params } from '../../types.ts';
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
    for (const [operation, outcome] of await sendBuilt(ports, access, pack))
      outcomes.set(operation, outcome);
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
    ...(ad.leadFormId !== undefined && { lead_form_id: ad.leadFormId }),
    ...(ad.type === 'carousel' && {
      carousel_destination_urls: cardLinks(ad).map((link) => tagged(link, ad.utmTags)),
    }),
    ...(button !== undefined && { customizable_cta_type: ctaType(button) }),
  };
}

function sendBuilt(ports: PinPorts, access: Access, pack: readonly Built[]) {
  const path = pathOf(access.adAccountId, 'ad');
  const bodyOf = (some: readonly Built[]) => some.map(({ params }) => params);
  return sendPack(
    pack,
    ['invalid', 'rule', 'missing'],
    (some) => ports.wire.call(access, { method: 'POST', path, body: bodyOf(some) }),
    (some, answer) => {
      const items = itemsOf(ports.wire, access, { path, answer, sent: bodyOf(some) });
      return some.map(
        ({ operation }, position) => [operation, made(ports, items[position])] as const,
      );
    },
  );
}

function made({ wire }: PinPorts, item: ReturnType<typeof itemsOf>[number] | undefined): Outcome {
  if (item !== undefined && 'failure' in item) return outcomeOf({ ok: false, ...item });
  const ref = text(item?.row.id);
  if (ref === undefined)
    return {
      state: 'unknown',
      failure: wire.fail('transient', 'The platform made an ad without an id.'),
    };
  return {
    state: 'done',
    ref,
    ...(item !== undefined && item.warnings.length > 0 && { warnings: item.warnings }),
  };
}
