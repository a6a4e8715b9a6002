import * as v from 'valibot';
import { defined } from '../../base/defined.ts';
import { SlipwayError } from '../../base/errors.ts';
import { done, pageAnswer, success } from '../../base/schema/envelope.ts';
import { numericId, ownId } from '../../base/schema/fields.ts';
import type { Addition, PlannedLaunch, PlanPorts } from '../../launch/hooks.ts';
import { acceptFile, receiveFile, uploadMeaning } from '../../media/accept.ts';
import { acceptUrl } from '../../media/accept-url.ts';
import { contentKind } from '../../media/contents.ts';
import {
  hostOf,
  knownHostsKind,
  noteHosts,
  previewFetch,
  readHosts,
  setHosts,
} from '../../media/hosts.ts';
import { dropImport } from '../../media/import/drop.ts';
import { forgetImports } from '../../media/import/forget.ts';
import { IMPORT_QUEUE, importFileKind, importKind } from '../../media/import/records.ts';
import { runImport } from '../../media/import/run.ts';
import {
  importRequest,
  mediaSourceName,
  mediaSources,
  oneImport,
  sourceCredentials,
  testedSource,
} from '../../media/import/schema.ts';
import { importParts, readImport } from '../../media/import/show.ts';
import { startImport } from '../../media/import/start.ts';
import { deleteMedia, listMedia, readMedia } from '../../media/library.ts';
import { setPoster } from '../../media/poster.ts';
import {
  indexedKind,
  mediaKind,
  mediaLookedKind,
  mediaMarkKind,
  usedFileKind,
} from '../../media/records.ts';
import * as shapes from '../../media/schema.ts';
import {
  connectSource,
  disconnectSource,
  listSources,
  mediaSourceKind,
  testSource,
} from '../../media/sources.ts';
import { bySubject, feature, outside, sealedPlace } from '../../operations/feature.ts';
import { operation } from '../../operations/operation.ts';
import type { CloudCredentials } from '../../ports/media-files.ts';

const topic = 'Media';
const subject = v.object({ id: numericId });
const reading = { topic, scope: 'read' } as const;
const adminOnly = { topic, scope: 'admin' } as const;
const launching = { topic, scope: 'launch', reach: 'workspace' } as const;

const mediaOperations = [
  operation({
    ...launching,
    name: 'media.upload',
    place: { method: 'POST', path: '/v1/media/upload', aliases: ['/upload'], multipart: true },
    summary: 'Upload an image or a video',
    description:
      'multipart/form-data with the field `file`: MP4, MOV, AVI, PNG or JPEG by its content, at most 104857600 bytes. The `url` of the answer can be used in `media[].url` of a launch.',
    approval: 'never',
    input: shapes.fileUpload,
    rawInput: true,
    output: shapes.uploadedFileAnswer,
    errors: ['bad_request', 'conflict', 'payload_too_large', 'unsupported_media_type'],
    async run(ports, caller, { input, onceFor }) {
      const { name, content } = checkedUpload(input);
      const file = await receiveFile(
        ports,
        content instanceof Uint8Array ? single(content) : content,
      );
      try {
        return success(
          await acceptFile(ports, caller, {
            incoming: file,
            originalName: name,
            once: await onceFor(uploadMeaning(file, name)),
          }),
        );
      } finally {
        await file.discard();
      }
    },
  }),
  operation({
    ...launching,
    name: 'media.uploadUrl',
    place: { method: 'POST', path: '/v1/media/upload/url', aliases: ['/upload/url'] },
    summary: 'Upload an image or a video from a public address',
    approval: 'never',
    input: shapes.urlUpload,
    output: shapes.uploadedFileAnswer,
    errors: ['payload_too_large'],
    preview: (ports, caller, { input }) => previewFetch(ports, caller, { urls: [input.url] }),
    run: async (ports, caller, { input, once }) =>
      success(await acceptUrl(ports, caller, input, once)),
  }),
  operation({
    ...launching,
    name: 'media.import',
    place: 'POST /v1/media/import',
    summary: 'Take in files from addresses, Drive and Dropbox',
    description:
      'At most 500 files of at most 104857600 bytes each, in the background: `GET /v1/media/imports/{id}` says what became of each. Content that is among your media already is not kept again. Links of files that are shared with everyone are followed; of folders those of Drive, with an API key of your own. Other folders, of Drive and of Dropbox, are read through a connection (`PUT /v1/media/sources/{source}`). Otherwise nothing but public addresses is fetched.',
    approval: 'never',
    input: importRequest,
    output: oneImport,
    preview: (ports, caller, { input }) => previewFetch(ports, caller, input),
    run: async (ports, caller, { input, once }) =>
      success(await startImport(ports, caller, input, once)),
    parts: importParts,
  }),
  operation({
    ...reading,
    name: 'media.getImport',
    place: 'GET /v1/media/imports/{id}',
    summary: 'What became of each file of an import',
    description: 'For thirty days.',
    subject: v.object({ id: ownId }),
    output: oneImport,
    run: async (ports, caller, { subject: { id } }) =>
      success(await readImport(ports.store, caller.companyId, id)),
  }),
  operation({
    ...reading,
    name: 'media.sources',
    place: 'GET /v1/media/sources',
    summary: 'Where files are imported from through connections',
    output: mediaSources,
    run: async (ports, caller) => told(await listSources(ports, caller.companyId)),
  }),
  operation({
    ...adminOnly,
    name: 'media.testSource',
    place: 'GET /v1/media/sources/{source}',
    summary: 'Try the connection of Drive or Dropbox: whether it may list files now',
    subject: v.object({ source: mediaSourceName }),
    output: testedSource,
    run: async (ports, caller, { subject: { source } }) =>
      success(await testSource(ports, caller.companyId, source)),
  }),
  operation({
    ...adminOnly,
    name: 'media.connectSource',
    place: 'PUT /v1/media/sources/{source}',
    summary: 'Connect Drive or Dropbox, so that folders are imported which not everyone may see',
    description:
      'An access token, or a refresh token with the id and the secret of the app it was made for. They are tried, encrypted and never shown again. The token must be allowed to list and read files: Drive `https://www.googleapis.com/auth/drive.readonly`; Dropbox `files.metadata.read`, `files.content.read` and, for shared links, `sharing.read`. An access token ends within hours; a refresh token lasts. How to get one: /docs/how-to/launch/drive-dropbox, and the form in the dashboard (Settings, Connections).',
    approval: 'impossible',
    idempotency: 'repeatable',
    subject: v.object({ source: mediaSourceName }),
    input: sourceCredentials,
    output: mediaSources,
    errors: ['unavailable'],
    run: async (ports, caller, { subject: { source }, input }) =>
      // The schema has seen that one of the two ways is whole.
      told(await connectSource(ports, caller, source, defined(input) as CloudCredentials)),
  }),
  operation({
    ...adminOnly,
    name: 'media.disconnectSource',
    place: 'DELETE /v1/media/sources/{source}',
    summary: 'Disconnect Drive or Dropbox: forget its credentials',
    preview: 'quiet',
    idempotency: 'repeatable',
    subject: v.object({ source: mediaSourceName }),
    output: done,
    run: (ports, caller, { subject: { source } }) =>
      disconnectSource(ports, caller, source).then(() => success({})),
  }),
  operation({
    ...reading,
    name: 'media.hosts',
    place: 'GET /v1/media/hosts',
    summary: 'Hosts that this company has fetched files from',
    description:
      'Written down when a person or a program names an address in a launch, an upload or an import. Addresses that a model names are asked at these hosts alone; at another one after a person has approved it.',
    output: shapes.knownHosts,
    run: async (ports, caller) =>
      success({ hosts: [...(await readHosts(ports, caller.companyId))] }),
  }),
  operation({
    ...adminOnly,
    name: 'media.setHosts',
    place: 'PUT /v1/media/hosts',
    summary: 'Set the hosts that models may name in addresses of files',
    description:
      'The whole list, in place of the one there is. A host that is left out is added again when a person fetches from it.',
    idempotency: 'repeatable',
    preview: 'quiet',
    input: shapes.hostList,
    output: shapes.knownHosts,
    run: async (ports, caller, { input }) =>
      success({ hosts: [...(await setHosts(ports, caller, input.hosts))] }),
  }),
  operation({
    ...reading,
    name: 'media.list',
    place: 'GET /v1/media',
    summary: 'Your media, the newest first',
    input: shapes.mediaQuery,
    output: shapes.mediaList,
    run: (ports, caller, { input }) =>
      pageAnswer(input, (window) => listMedia(ports, caller.companyId, input, window)),
  }),
  operation({
    ...reading,
    name: 'media.get',
    place: 'GET /v1/media/{id}',
    summary: 'One file of your media',
    subject,
    output: shapes.oneMediaItem,
    run: async (ports, caller, { subject: { id } }) =>
      success(await readMedia(ports, caller.companyId, id)),
  }),
  operation({
    name: 'media.setPoster',
    place: 'PUT /v1/media/{id}/poster',
    topic,
    summary: 'Give a video the picture that its thumbnails are made of',
    description:
      'A frame of it, or any picture, as PNG or JPEG in base64. Frames of videos are not decoded here: the dashboard sends one when it uploads. A video that has thumbnails keeps them.',
    scope: 'launch',
    approval: 'never',
    idempotency: 'repeatable',
    subject,
    input: shapes.poster,
    output: shapes.oneMediaItem,
    run: async (ports, caller, { subject: { id }, input }) =>
      success(await setPoster(ports, caller, id, input.image)),
  }),
  operation({
    name: 'media.delete',
    place: 'DELETE /v1/media/{id}',
    topic,
    summary: 'Delete a file',
    scope: 'launch',
    preview: 'quiet',
    idempotency: 'repeatable',
    subject,
    about: mediaKind,
    output: done,
    run: (ports, caller, { subject: { id } }) =>
      deleteMedia(ports, caller, id).then(() => success({})),
  }),
] as const;

const told = (data: Awaited<ReturnType<typeof listSources>>) =>
  success({ data, count: data.length });

/** Programs without types pass anything. */
function checkedUpload(input: shapes.FileUpload | undefined): shapes.FileUpload {
  const { name, content } = input ?? {};
  const isStream =
    typeof content === 'object' && content !== null && Symbol.asyncIterator in content;
  if (
    typeof name === 'string' &&
    content !== undefined &&
    (content instanceof Uint8Array || isStream)
  )
    return { name, content };
  throw new SlipwayError(
    'bad_request',
    'An upload needs the name of the file and its content as bytes, not as a text: give a Uint8Array or a stream of them.',
  );
}

async function* single(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function noteFetched(
  _: PlanPorts,
  _companyId: string,
  { ads }: PlannedLaunch,
): Promise<Addition> {
  const hosts = ads.flatMap(({ media }) =>
    media.flatMap(({ url, sha256 }) =>
      url === undefined || sha256 !== undefined ? [] : (hostOf(url) ?? []),
    ),
  );
  return { note: (ports, caller) => noteHosts(ports, caller, hosts) };
}

export const media = feature({
  name: 'media',
  topics: { Media: 'Images and videos for launches.' },
  operations: mediaOperations,
  planned: noteFetched,
  kinds: [
    mediaMarkKind,
    mediaKind,
    contentKind,
    mediaLookedKind,
    importKind,
    importFileKind,
    knownHostsKind,
    mediaSourceKind,
    indexedKind,
    usedFileKind,
  ],
  queues: {
    [IMPORT_QUEUE]: {
      lane: 'imports',
      handler: bySubject((ports, companyId, subject, { stopping }) =>
        runImport(ports, companyId, subject, stopping),
      ),
      drop: dropImport,
    },
  },
  sealed: [
    sealedPlace(mediaSourceKind, {
      use: 'credentials',
      name: 'connection to files elsewhere',
      textOf: ({ sealed }) => sealed,
      withText: (doc, sealed) => ({ ...doc, sealed }),
    }),
  ],
  outside: [
    outside(mediaKind, (ports, companyId, _id, { sha256 }) =>
      ports.files.remove(companyId, sha256),
    ),
    outside(contentKind, (ports, companyId, sha256) => ports.files.remove(companyId, sha256)),
  ],
  forget: forgetImports,
});
