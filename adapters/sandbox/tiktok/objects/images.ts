import type { Entity, JsonObject } from '../../entity.ts';
import { imageFacts } from '../../kit/image-bytes.ts';
import type { World } from '../../world.ts';
import { accountOf, type Endpoints, kinds, type Turn, writableAccount } from '../wire/call.ts';
import { formatFileTime, paged, pageOf } from '../wire/params.ts';
import { Refusal } from '../wire/refusals.ts';
import { freeName, infoEndpoint, uploadOf } from './files.ts';

export const imageEndpoints: Endpoints = {
  'POST file/image/ad/upload': {
    known: ['upload_type', 'file_name', 'image_signature', 'image_url'],
    run(turn) {
      const account = writableAccount(turn);
      const { name, signature, bytes } = uploadOf(turn, 'image');
      const facts = bytes === undefined ? unseen : factsOf(bytes);
      const file_name = freeName(turn, account, kinds.image, name);
      const image = turn.world.add({
        id: newImageId(turn.world),
        kind: kinds.image,
        company: turn.company,
        parents: [account.id],
        data: { file_name, signature, ...facts },
      });
      // An object; for videos it is a list.
      return imageRow(turn, image);
    },
  },
  'GET file/image/ad/info': infoEndpoint(kinds.image, 'image_ids', 100, imageRow),
  'GET file/image/ad/search': {
    known: ['filtering', 'page', 'page_size'],
    run(turn) {
      const account = accountOf(turn);
      const newestFirst = [...turn.world.entities(kinds.image, account.id)].reverse();
      const rows = newestFirst.map((image) => imageRow(turn, image));
      return paged(rows, pageOf(turn.params, 100, 20));
    },
  },
};

/** With slashes, as real ones. */
export const newImageId = (world: World): string =>
  `ad-site-i18n-sg/${new Date(world.now()).toISOString().slice(0, 10).replace(/-/g, '')}5d0d${String(world.sequence()).padStart(12, '0')}`;

/** Facts of an image that was not read. */
const unseen = { width: 720, height: 1280, format: 'jpeg', size: 1000 } as const;

function factsOf(bytes: Uint8Array): JsonObject {
  const facts = imageFacts(bytes);
  if (facts === undefined || (facts.format !== 'png' && facts.format !== 'jpeg'))
    throw new Refusal(40905, 'The format of the image is not supported. Use JPG, JPEG or PNG.');
  const { width = unseen.width, height = unseen.height, format } = facts;
  return { width, height, format, size: bytes.length };
}

function imageRow({ base }: Turn, image: Entity): JsonObject {
  return {
    image_id: image.id,
    material_id: `7${image.id.replace(/\D/g, '').slice(-18).padStart(18, '0')}`,
    image_url: `${base}/files/${encodeURIComponent(image.id)}.jpg`,
    ...image.data,
    displayable: true,
    is_carousel_usable: true,
    create_time: formatFileTime(image.created),
    modify_time: formatFileTime(image.updated),
  };
}
