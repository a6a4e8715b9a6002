import { version } from '../../../platforms/snapchat/version.ts';
import { imageFacts } from '../../kit/image-bytes.ts';
import { within } from '../../kit/json.ts';
import { choices, names } from '../../kit/names.ts';
import type { Entity, JsonObject, World } from '../../types.ts';
import {
  checkKnown,
  checkLength,
  type Endpoints,
  invalid,
  kinds,
  missing,
  newId,
  notFound,
  numberOf,
  object,
  oneOf,
  owned,
  type Params,
  Refusal,
  required,
  requiredOneOf,
  type Turn,
  text,
  words,
  writableAccount,
  wrongContent,
} from '../wire.ts';
import { dataOf, eachItem, type Listing, listing, reading, shown } from './lists.ts';

const mediaList: Listing = {
  plural: 'media',
  singular: 'media',
  kinds: [kinds.image, kinds.video],
};

/** From the upload; an image is usable at once. */
const processingMs = 3_000;
const largestPiece = 32_000_000;

export const mediaEndpoints: Endpoints = {
  'GET adaccounts/{id}/media': listing(mediaList, 'adaccounts'),
  'GET media/{id}': reading(mediaList, 'Media'),
  'POST adaccounts/{id}/media': {
    takes: 'json',
    run(turn) {
      const account = writableAccount(turn, turn.ids.id ?? '');
      return eachItem(turn, mediaList, (item) => {
        checkKnown(item, ['name', 'type', 'ad_account_id']);
        const name = required(item, 'name');
        checkLength(item, 'name', 375);
        const type = requiredOneOf(item, 'type', ['IMAGE', 'VIDEO']);
        if (required(item, 'ad_account_id') !== account.id)
          throw invalid('ad_account_id is another than that of the address.');
        return addMedia(turn.world, account, { name, type });
      });
    },
  },
  'POST media/{id}/upload': {
    takes: 'multipart',
    run(turn) {
      const file = awaiting(turn);
      const [part] = turn.files.filter(({ part: name }) => name === 'file');
      if (part === undefined) throw missing('file');
      if (!/^(image|video)\//.test(part.contentType))
        throw wrongContent(`Content of type ${part.contentType} is not supported.`);
      if (part.bytes.length > largestPiece)
        throw new Refusal({ status: 413, message: 'The file is too large for one request.' });
      return { result: shown(turn, filled(turn, file, part.filename, part.bytes)) };
    },
  },
  'POST media/{id}/multipart-upload-v2': {
    takes: 'multipart',
    query: ['action'],
    run(turn) {
      const file = awaiting(turn);
      const action = oneOf(turn.query, 'action', ['INIT', 'ADD', 'FINALIZE']);
      if (action === 'INIT') return begin(turn, file);
      const upload = owned(turn, kinds.upload, 'Upload', required(turn.params, 'upload_id'));
      if (upload.parents[0] !== file.id) throw notFound('Upload', upload.id);
      return action === 'ADD' ? add(turn, upload) : finalize(turn, file, upload);
    },
  },
};

export const addMedia = (
  world: World,
  account: Entity,
  data: JsonObject,
  created = world.now(),
): Entity =>
  world.add({
    id: newId(world),
    kind: data.type === 'IMAGE' ? kinds.image : kinds.video,
    ...within(account),
    created,
    data: { ...data, ad_account_id: account.id },
  });

const isReady = (world: World, { data }: Entity): boolean =>
  data.ready_at !== undefined && data.broken !== true && Number(data.ready_at) <= world.now();

/** A file is filled once. */
function awaiting(turn: Turn): Entity {
  const id = turn.ids.id ?? '';
  const file = turn.world.get(id);
  if (
    file === undefined ||
    (file.kind !== kinds.image && file.kind !== kinds.video) ||
    file.company !== turn.company
  )
    throw notFound('Media', id);
  writableAccount(turn, file.parents[0] ?? '');
  if (file.data.ready_at !== undefined) throw invalid(`Media ${id} has been uploaded already.`);
  return file;
}

function filled(
  { world, fired }: Turn,
  file: Entity,
  file_name: string,
  bytes: Uint8Array | number,
): Entity {
  const facts =
    file.kind === kinds.image && typeof bytes !== 'number' ? imageFacts(bytes) : undefined;
  if (
    file.kind === kinds.image &&
    (facts === undefined || (facts.format !== 'png' && facts.format !== 'jpeg'))
  )
    throw wrongContent('The content is no PNG or JPEG image.');
  const slow = fired.get(file.kind === kinds.image ? 'image-slow' : 'video-slow');
  const usual = file.kind === kinds.image ? 0 : processingMs;
  return world.change(file.id, {
    file_name,
    file_size_in_bytes: typeof bytes === 'number' ? bytes : bytes.length,
    ready_at: world.now() + (slow === undefined ? usual : Number(slow.ms ?? processingMs)),
    ...(fired.has('media-error') && { broken: true }),
    ...(facts !== undefined && {
      image_metadata: {
        height_px: facts.height ?? 1920,
        width_px: facts.width ?? 1080,
        image_format: facts.format.toUpperCase(),
      },
    }),
  });
}

function begin(turn: Turn, file: Entity): JsonObject {
  const { world, params, mount } = turn;
  checkKnown(params, ['file_name', 'file_size', 'number_of_parts']);
  const [size, parts] = [numberOf(params, 'file_size'), numberOf(params, 'number_of_parts')];
  if (size === undefined || parts === undefined || parts < 1)
    throw missing('file_size and number_of_parts');
  const upload = world.add({
    id: newId(world),
    kind: kinds.upload,
    ...within(file),
    data: { file_name: required(params, 'file_name'), size, parts, sizes: {} },
  });
  const path = `${mount}/${version.pinned}/media/${file.id}/multipart-upload-v2?action=`;
  return { upload_id: upload.id, add_path: `${path}ADD`, finalize_path: `${path}FINALIZE` };
}

function add({ world, params, files }: Turn, upload: Entity): JsonObject {
  checkKnown(params, ['upload_id', 'part_number']);
  const [part] = files.filter(({ part: name }) => name === 'file');
  const number = numberOf(params, 'part_number') ?? 0;
  if (part === undefined) throw missing('file');
  if (number < 1 || number > Number(upload.data.parts))
    throw invalid('part_number is not one of the parts.');
  const sizes = { ...(upload.data.sizes as JsonObject), [String(number)]: part.bytes.length };
  world.change(upload.id, { sizes });
  return { upload_id: upload.id, part_number: number };
}

function finalize(turn: Turn, file: Entity, upload: Entity): JsonObject {
  checkKnown(turn.params, ['upload_id']);
  const sizes = Object.values(upload.data.sizes as JsonObject).map(Number);
  const size = sizes.reduce((sum, each) => sum + each, 0);
  if (sizes.length !== Number(upload.data.parts) || size !== Number(upload.data.size))
    throw invalid('Parts of the file are missing.');
  if (file.kind === kinds.image) throw invalid('An image is uploaded in one piece.');
  return {
    result: shown(
      turn,
      filled(turn, file, text(upload.data, 'file_name') ?? words(file.data.name), size),
    ),
  };
}

const creativeList: Listing = {
  plural: 'creatives',
  singular: 'creative',
  kinds: [kinds.creative],
};

const types = ['SNAP_AD', 'WEB_VIEW'] as const;
const buttons = choices(`
  BLANK INSTALL_NOW WATCH VIEW_MORE WATCH_EPISODE DOWNLOAD PLAY SHOP_NOW SIGN_UP USE_APP APPLY_NOW BOOK_NOW BUY_TICKETS GET_NOW
  LISTEN MORE ORDER_NOW READ SHOW SHOWTIMES VIEW OPEN_APP TRY FOLLOW RESPOND
`);
const fields = names(`
  ad_account_id name type headline brand_name top_snap_media_id shareable call_to_action profile_properties web_view_properties
  favorite_display_mode cta_color_display_mode forced_view_eligibility top_snap_crop_position ad_product offer_disclaimer_id
`);
const webViewFields = names(
  'url allow_snap_javascript_sdk block_preload use_immersive_mode deep_link_urls web_browser_type',
);
const reviewMs = 5_000;

export const creativeEndpoints: Endpoints = {
  'GET adaccounts/{id}/creatives': listing(creativeList, 'adaccounts'),
  'GET creatives/{id}': reading(creativeList, 'Creative'),
  'POST adaccounts/{id}/creatives': {
    takes: 'json',
    run(turn) {
      const account = writableAccount(turn, turn.ids.id ?? '');
      return eachItem(turn, creativeList, (item) => {
        check(turn, account, item);
        return addCreative(turn.world, account, dataOf(item));
      });
    },
  },
};

export function addCreative(
  world: World,
  account: Entity,
  data: JsonObject,
  created = world.now(),
): Entity {
  return world.add({
    id: newId(world),
    kind: kinds.creative,
    ...within(account),
    created,
    data: { ...data, ad_account_id: account.id, reviewed_at: created + reviewMs },
  });
}

function check(turn: Turn, account: Entity, item: Params): void {
  checkKnown(item, fields);
  required(item, 'name');
  checkLength(item, 'name', 375);
  required(item, 'headline');
  checkLength(item, 'headline', 34);
  checkLength(item, 'brand_name', 32);
  if ((text(item, 'ad_account_id') ?? account.id) !== account.id)
    throw invalid('ad_account_id is another than that of the address.');
  const type = requiredOneOf(item, 'type', types);
  oneOf(item, 'call_to_action', buttons);
  checkProfile(turn, item);
  checkPage(type, item);
  checkMedia(turn, account, required(item, 'top_snap_media_id'));
}

function checkProfile({ world, company }: Turn, item: Params): void {
  const properties = object(item, 'profile_properties');
  if (properties === undefined) throw missing('profile_properties.profile_id');
  checkKnown(properties, ['profile_id']);
  const id = required(properties, 'profile_id');
  const profile = world.get(id);
  if (profile?.kind !== kinds.profile || profile.company !== company) throw notFound('Profile', id);
}

function checkPage(type: (typeof types)[number], item: Params): void {
  const page = object(item, 'web_view_properties');
  if (type === 'SNAP_AD') {
    if (page !== undefined)
      throw invalid('web_view_properties is not supported by a creative of type SNAP_AD.');
    return;
  }
  if (page === undefined) throw missing('web_view_properties.url');
  checkKnown(page, webViewFields);
  if (!/^https?:\/\/[^\s/]+/.test(required(page, 'url')))
    throw invalid('web_view_properties.url is not an address.');
}

function checkMedia(turn: Turn, account: Entity, id: string) {
  const file = turn.world.get(id);
  if (
    file === undefined ||
    (file.kind !== kinds.image && file.kind !== kinds.video) ||
    file.parents[0] !== account.id
  )
    throw notFound('Media', id);
  if (!isReady(turn.world, file) || turn.fired.has('not-uploaded-yet'))
    throw invalid(`Media ${id} hasn't been uploaded yet.`);
}
