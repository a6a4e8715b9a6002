import { md5 } from '../../runtime/md5.ts';
import { imageFacts } from '../kit/image-bytes.ts';
import type { Entity, JsonObject, World } from '../world.ts';
import { fileNameOf, freeName, urlOf } from './files.ts';
import { oneOf, paged, pageOf, required, requiredWords } from './params.ts';
import { invalid, Refusal } from './refusals.ts';
import { formatFileTime } from './times.ts';
import { accountOf, type Endpoint, kinds, ownedBy, type Turn, writableAccount } from './turn.ts';

const uploadTypes = ['UPLOAD_BY_FILE', 'UPLOAD_BY_URL'] as const;

export const imageEndpoints: { readonly [path: string]: Endpoint } = {
  'file/image/ad/upload': {
    method: 'POST',
    known: ['upload_type', 'file_name', 'image_signature', 'image_url'],
    run(turn) {
      const account = writableAccount(turn);
      const type = oneOf(turn.params, 'upload_type', uploadTypes) ?? 'UPLOAD_BY_FILE';
      const facts = type === 'UPLOAD_BY_URL' ? byAddress(turn) : byFile(turn);
      const name = freeName(turn, account, kinds.image, facts.name);
      const image = turn.world.add({
        id: newImageId(turn.world),
        kind: kinds.image,
        company: turn.company,
        parents: [account.id],
        data: { file_name: name, ...facts.data },
      });
      // An object, where a video's answer is a list.
      return imageRow(turn, image);
    },
  },
  'file/image/ad/info': {
    method: 'GET',
    known: ['image_ids'],
    run(turn) {
      const account = accountOf(turn);
      const list = requiredWords(turn.params, 'image_ids', 100).flatMap((id) => {
        const image = ownedBy(turn, account, kinds.image, id);
        return image === undefined ? [] : [imageRow(turn, image)];
      });
      return { list };
    },
  },
  'file/image/ad/search': {
    method: 'GET',
    known: ['filtering', 'page', 'page_size'],
    run(turn) {
      const account = accountOf(turn);
      const newestFirst = [...turn.world.under(kinds.image, account.id)].reverse();
      const rows = newestFirst.flatMap((id) => {
        const image = turn.world.get(id);
        return image === undefined ? [] : [imageRow(turn, image)];
      });
      return paged(rows, pageOf(turn.params, 100, 20));
    },
  },
};

/** Slashes included, as the real ones have. */
export const newImageId = (world: World): string =>
  `ad-site-i18n-sg/${new Date(world.now()).toISOString().slice(0, 10).replace(/-/g, '')}5d0d${String(world.sequence()).padStart(12, '0')}`;

interface Facts {
  readonly name: string;
  readonly data: JsonObject;
}

function byFile(turn: Turn): Facts {
  const file = turn.files.find(({ part }) => part === 'image_file');
  if (file === undefined) throw invalid('image_file: Missing data for required field.');
  const signature = md5(file.bytes);
  if (required(turn.params, 'image_signature') !== signature)
    throw new Refusal(40900, 'The signature of the file does not match its content.');
  const facts = imageFacts(file.bytes);
  if (facts === undefined || (facts.format !== 'png' && facts.format !== 'jpeg'))
    throw new Refusal(40905, 'The format of the image is not supported. Use JPG, JPEG or PNG.');
  const { width = 720, height = 1280, format } = facts;
  return { name: fileNameOf(turn, file.filename), data: { signature, width, height, format, size: file.bytes.length } };
}

/** The file itself is not fetched: its address stands for its content. */
function byAddress(turn: Turn): Facts {
  const url = urlOf(turn, 'image_url');
  return {
    name: fileNameOf(turn, url.pathname.split('/').pop() ?? ''),
    data: { signature: md5(new TextEncoder().encode(url.href)), width: 720, height: 1280, format: 'jpeg', size: 1000 },
  };
}

const imageRow = ({ base }: Turn, image: Entity): JsonObject => ({
  image_id: image.id,
  material_id: `7${image.id.replace(/\D/g, '').slice(-18).padStart(18, '0')}`,
  image_url: `${base}/files/${encodeURIComponent(image.id)}.jpg`,
  ...image.data,
  displayable: true,
  is_carousel_usable: true,
  create_time: formatFileTime(image.created),
  modify_time: formatFileTime(image.updated),
});
