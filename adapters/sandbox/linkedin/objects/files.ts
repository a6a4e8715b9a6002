import { isObject } from '../../kit/json.ts';
import type { Entity, JsonObject } from '../../types.ts';
import { checkKnown, objectOf, textOf } from '../fields.ts';
import { byPlace, text } from '../query.ts';
import { denied, invalid, notFound } from '../refusals.ts';
import {
  type Endpoint,
  type Endpoints,
  kinds,
  ok,
  organizationOf,
  posting,
  type Turn,
  words,
} from '../wire.ts';

type Noun = 'image' | 'video' | 'document';

/** Upload addresses live a day; video pieces have 4 MB. */
const addressesLiveMs = 86_400_000;
const pieceBytes = 4_194_304;
/** Simulated time; an image is usable at once. */
const processingMs: { readonly [N in Noun]: number } = { image: 0, video: 3_000, document: 3_000 };
const largest: { readonly [N in Noun]: number } = {
  image: 36_152_320,
  video: 524_288_000,
  document: 104_857_600,
};

const initialize = (noun: Noun): Endpoint => ({
  known: ['action'],
  also: posting,
  run(turn) {
    const action = text(turn.query, 'action');
    if (noun === 'video' && action === 'finalizeUpload') return finalize(turn);
    if (action !== 'initializeUpload')
      throw invalid(`There is no action ${action ?? ''}.`, 'action');
    checkKnown(turn.body, ['initializeUploadRequest']);
    const request = objectOf(turn.body, 'initializeUploadRequest');
    const own = noun === 'video' ? ['fileSizeBytes', 'uploadCaptions', 'uploadThumbnail'] : [];
    checkKnown(request, ['owner', 'mediaLibraryMetadata', ...own], 'initializeUploadRequest.');
    organizationOf(turn, textOf(request, 'owner'), 'owner');
    const library = libraryOf(turn, request);
    const number = `D4E${turn.world.sequence().toString(36).toUpperCase().padStart(10, '0')}`;
    const urn = `urn:li:${noun}:${number}`;
    const bytes = noun === 'video' ? sizeOf(request) : 0;
    turn.world.add({
      id: `linkedin_upload:${urn}`,
      kind: kinds.upload,
      company: turn.company,
      parents: [],
      data: {
        urn,
        noun,
        owner: textOf(request, 'owner'),
        bytes,
        ...(library && { mediaLibraryMetadata: library }),
        pieces: {},
      },
    });
    const address = `${turn.base}/upload/${noun}/${number}`;
    const uploadUrlsExpireAt = turn.world.now() + addressesLiveMs;
    if (noun !== 'video')
      return ok({
        value: { uploadUrlExpiresAt: uploadUrlsExpireAt, uploadUrl: address, [noun]: urn },
      });
    const count = Math.max(1, Math.ceil(bytes / pieceBytes));
    const uploadInstructions = Array.from({ length: count }, (_, piece) => ({
      uploadUrl: `${address}/${piece}`,
      firstByte: piece * pieceBytes,
      lastByte: Math.min(bytes, (piece + 1) * pieceBytes) - 1,
    }));
    return ok({
      value: { uploadUrlsExpireAt, video: urn, uploadInstructions, uploadToken: `token-${number}` },
    });
  },
});

function sizeOf(request: JsonObject) {
  const { fileSizeBytes } = request;
  if (typeof fileSizeBytes !== 'number' || !Number.isInteger(fileSizeBytes) || fileSizeBytes < 1)
    throw invalid('fileSizeBytes must be a whole number.', 'fileSizeBytes');
  if (fileSizeBytes > largest.video) throw invalid('A video has at most 500 MB.', 'fileSizeBytes');
  return fileSizeBytes;
}

function libraryOf({ world, company }: Turn, request: JsonObject): JsonObject | undefined {
  const { mediaLibraryMetadata } = request;
  if (mediaLibraryMetadata === undefined) return undefined;
  const entry = objectOf(request, 'mediaLibraryMetadata');
  checkKnown(entry, ['associatedAccount', 'assetName'], 'mediaLibraryMetadata.');
  const account = world.get(
    textOf(entry, 'associatedAccount').replace('urn:li:sponsoredAccount:', ''),
  );
  if (account?.kind !== kinds.account || account.company !== company)
    throw denied('No permission on associatedAccount.');
  textOf(entry, 'assetName');
  return { ...entry, mediaLibraryStatus: 'ACTIVE' };
}

/** Upload addresses take a token and no version. */
const put = (noun: Noun): Endpoint => ({
  known: [],
  run(turn) {
    const { world, ids, bytes, fired } = turn;
    const upload = world.get(`linkedin_upload:urn:li:${noun}:${ids.number}`);
    if (upload === undefined || upload.company !== turn.company) throw notFound('The upload');
    if (world.now() > upload.created + addressesLiveMs)
      throw denied('The address of the upload has expired.');
    if (bytes.length > largest[noun]) throw invalid('The file is too large.');
    const etag = `piece-${ids.number}-${ids.piece ?? 0}-${bytes.length}`;
    if (!fired.has('upload-lost')) {
      const pieces = isObject(upload.data.pieces) ? upload.data.pieces : {};
      world.change(upload.id, {
        pieces: { ...pieces, [ids.piece ?? '0']: etag },
        size: bytes.length,
      });
      if (noun !== 'video') keep(turn, upload, noun, { bytes: bytes.length });
    }
    return {
      status: noun === 'video' ? 200 : 201,
      body: null,
      text: '',
      headers: { etag: `"${etag}"` },
    };
  },
});

function finalize(turn: Turn) {
  const { world } = turn;
  checkKnown(turn.body, ['finalizeUploadRequest']);
  const request = objectOf(turn.body, 'finalizeUploadRequest');
  checkKnown(request, ['video', 'uploadToken', 'uploadedPartIds'], 'finalizeUploadRequest.');
  const urn = textOf(request, 'video');
  const upload = world.get(`linkedin_upload:${urn}`);
  if (upload === undefined || upload.company !== turn.company) throw notFound(urn);
  if (request.uploadToken !== `token-${urn.slice('urn:li:video:'.length)}`)
    throw invalid('uploadToken does not fit.', 'uploadToken');
  const pieces = isObject(upload.data.pieces) ? upload.data.pieces : {};
  const count = Math.max(1, Math.ceil(Number(upload.data.bytes) / pieceBytes));
  const expected = Array.from({ length: count }, (_, piece) => pieces[piece] ?? '');
  if (JSON.stringify(request.uploadedPartIds) !== JSON.stringify(expected) || expected.includes(''))
    throw invalid('uploadedPartIds are not those of all pieces, in order.', 'uploadedPartIds');
  keep(turn, upload, 'video', { bytes: Number(upload.data.bytes) });
  return ok({});
}

/** The same upload twice is one file. */
function keep({ world, fired }: Turn, upload: Entity, noun: Noun, data: JsonObject): void {
  const id = words(upload.data.urn);
  const slow = fired.get(`${noun}-slow`);
  const ready_at =
    world.now() + (slow === undefined ? processingMs[noun] : Number(slow.ms ?? 3_000));
  const library = upload.data.mediaLibraryMetadata;
  const name = isObject(library) ? words(library.assetName) : id;
  const all = {
    ...data,
    owner: words(upload.data.owner),
    name,
    ready_at,
    ...(library !== undefined && { mediaLibraryMetadata: library }),
    ...(fired.has(`${noun}-error`) && { broken: true }),
  };
  if (world.get(id) !== undefined) world.change(id, all);
  else
    world.add({
      id,
      kind: kinds[noun],
      company: upload.company,
      parents: [words(upload.data.owner)],
      data: all,
    });
}

const read = (noun: Noun): Endpoint => ({
  known: ['fields'],
  run(turn) {
    const { world, ids, company } = turn;
    const urn = ids.id ?? '';
    const upload = world.get(`linkedin_upload:${urn}`);
    const file = world.get(urn);
    if ((file ?? upload)?.company !== company) throw notFound(urn);
    if (file === undefined)
      return ok({ id: urn, owner: words(upload?.data.owner), status: 'WAITING_UPLOAD' });
    return ok(rowOf(turn, noun, file));
  },
});

const list = (noun: Noun): Endpoint => ({
  known: ['q', 'associatedAccount', 'start', 'count'],
  run(turn) {
    const { world, query, company, fired } = turn;
    if (text(query, 'q') !== 'associatedAccount')
      throw invalid('The finder must be associatedAccount.', 'q');
    if (fired.has('library-closed'))
      throw denied(`Not enough permissions to access: ${noun}s.FINDER-associatedAccount`);
    const account = text(query, 'associatedAccount');
    const rows = world
      .entities(kinds[noun])
      .filter(
        ({ data, company: owner }) =>
          owner === company &&
          isObject(data.mediaLibraryMetadata) &&
          data.mediaLibraryMetadata.associatedAccount === account,
      )
      .reverse()
      .map((file) => rowOf(turn, noun, file));
    return ok(byPlace(query, rows, 100));
  },
});

const statusOf = ({ world }: Pick<Turn, 'world'>, { data }: Entity) => {
  if (Number(data.ready_at ?? 0) > world.now()) return 'PROCESSING';
  return data.broken === true ? 'PROCESSING_FAILED' : 'AVAILABLE';
};

function rowOf(turn: Turn, noun: Noun, file: Entity): JsonObject {
  const { owner = '', mediaLibraryMetadata } = file.data;
  const status = statusOf(turn, file);
  const address = `${turn.base}/files/${file.id.slice(file.id.lastIndexOf(':') + 1)}`;
  return {
    id: file.id,
    owner,
    status,
    ...(mediaLibraryMetadata !== undefined && { mediaLibraryMetadata }),
    ...(status === 'AVAILABLE' && {
      downloadUrl: address,
      downloadUrlExpiresAt: turn.world.now() + addressesLiveMs,
      ...(noun === 'video' && {
        duration: 12_500,
        aspectRatioWidth: 1280,
        aspectRatioHeight: 720,
        thumbnail: `${address}.jpg`,
      }),
    }),
  };
}

export function checkUsable(turn: Turn, urn: string) {
  const file = turn.world.get(urn);
  if (
    file === undefined ||
    file.company !== turn.company ||
    !/^urn:li:(image|video|document):/.test(urn)
  )
    throw invalid(
      `content.media.id ${urn} does not exist, or its bytes were not uploaded.`,
      'content.media.id',
    );
  const status = statusOf(turn, file);
  if (status !== 'AVAILABLE')
    throw invalid(`content.media.id ${urn} is ${status}.`, 'content.media.id');
}

const endpointsOf = (noun: Noun): Endpoints => ({
  [`GET ${noun}s`]: list(noun),
  [`POST ${noun}s`]: initialize(noun),
  [`GET ${noun}s/{id}`]: read(noun),
  [`PUT upload/${noun}/{number}${noun === 'video' ? '/{piece}' : ''}`]: put(noun),
});

export const fileEndpoints: Endpoints = {
  ...endpointsOf('image'),
  ...endpointsOf('video'),
  ...endpointsOf('document'),
};
