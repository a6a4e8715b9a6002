import { mapBounded } from '../../../../core/base/map-bounded.ts';
import { unless } from '../../kit/failures.ts';
import { asRow, at, rowsOf, text } from '../../kit/json.ts';
import type { Access, Calls, Row } from '../../types.ts';

const atOnce = 4;

/** Undefined for an unknown id. Throws `PlatformError`. */
export const readPin = (calls: Calls, access: Access, pinId: string) =>
  unless(['missing'], () =>
    calls.read(access, `pins/${pinId}`, { ad_account_id: access.adAccountId }),
  );

/** The platform tells pins one by one; leaves out unknown ids. */
export async function readPins(calls: Calls, access: Access, pinIds: readonly string[]) {
  const pins = await mapBounded(
    [...new Set(pinIds)],
    atOnce,
    async (id) => [id, await readPin(calls, access, id)] as const,
  );
  return new Map(pins.flatMap(([id, row]) => (row === undefined ? [] : [[id, row] as const])));
}

export const pinsOfBoard = (calls: Calls, access: Access, boardId: string) =>
  calls.list(access, `boards/${boardId}/pins`, { ad_account_id: access.adAccountId });

export type CreativeType = 'REGULAR' | 'VIDEO' | 'CAROUSEL';

/** Undefined for pins that this adapter makes no ads of. */
export function creativeTypeOf(pin: Row): CreativeType | undefined {
  const [media, stated] = [text(at(pin, 'media', 'media_type')), text(pin.creative_type)];
  if (stated === 'CAROUSEL' || media === 'multiple_images') return 'CAROUSEL';
  if (stated === 'VIDEO' || media === 'video') return 'VIDEO';
  return stated === undefined || stated === 'REGULAR' ? 'REGULAR' : undefined;
}

export function pictureOf(media: unknown) {
  const images = asRow(at(media, 'images')) ?? {};
  const sizes = Object.entries(images).flatMap(([name, image]) => {
    const url = text(at(image, 'url'));
    return url === undefined
      ? []
      : [{ url, width: name === 'originals' ? Number.MAX_VALUE : Number.parseInt(name, 10) || 0 }];
  });
  const [largest] = sizes.sort((a, b) => b.width - a.width);
  return largest?.url ?? text(at(media, 'cover_image_url'));
}

export const cardsOf = (pin: Row) => rowsOf(at(pin, 'media', 'items'));
