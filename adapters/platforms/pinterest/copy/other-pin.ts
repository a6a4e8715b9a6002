import { PlatformError } from '../../../../core/base/errors.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { CopyRequest } from '../../../../core/ports/platform-changes.ts';
import type { Api } from '../../kit/calls.ts';
import { type Params, type Row, said, text } from '../../kit/json.ts';
import { createPin } from '../launch/pins.ts';
import { cardsOf, creativeTypeOf, pictureOf, pinsOfBoard, readPin } from '../read/pins.ts';

/** A pin like the ad's, with the first of the other texts. Undefined without other texts. Throws `PlatformError`. */
export async function otherPin(api: Api, access: Access, pinId: string, request: CopyRequest): Promise<string | undefined> {
  const { primaryTexts, headlines } = request.values ?? {};
  if (primaryTexts?.[0] === undefined && headlines?.[0] === undefined) return undefined;
  const { calls, wire } = api;
  const pin = await readPin(calls, access, pinId);
  if (pin === undefined) throw wire.notFound(pinId);
  const board = said(pin.board_id);
  const note = request.marker === undefined ? undefined : `slipway copy ${request.marker}`;
  // An unanswered attempt may have made it.
  const made = note === undefined ? undefined : (await pinsOfBoard(calls, access, board)).find((each) => each.note === note);
  if (made !== undefined) return text(made.id);
  const created = await createPin(api, access, {
    board_id: board,
    title: headlines?.[0] ?? text(pin.title),
    description: primaryTexts?.[0] ?? text(pin.description),
    link: text(pin.link),
    alt_text: text(pin.alt_text),
    media_source: sourceOf(api, pin),
    note,
  });
  if (!created.ok) throw new PlatformError(created.failure);
  return created.ref;
}

/** Pictures have addresses; a video cannot be used for another pin. */
function sourceOf({ wire }: Api, pin: Row): Params {
  const type = creativeTypeOf(pin);
  const url = pictureOf(pin.media);
  if (type === 'CAROUSEL')
    return {
      source_type: 'multiple_image_urls',
      items: cardsOf(pin).map((card) => ({
        title: text(card.title),
        description: text(card.description),
        link: text(card.link),
        url: pictureOf(card),
      })),
    };
  if (type === 'REGULAR' && url !== undefined) return { source_type: 'image_url', url };
  const message = 'The texts of a video belong to its pin, and the platform makes no other pin of it.';
  throw wire.error('rule', message, 'Copy the ad with its texts, or launch the video anew with others.');
}
