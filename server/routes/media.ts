import * as v from 'valibot';
import { acceptUrl } from '../../core/media/accept-url.ts';
import { deleteMedia, listMedia, readMedia } from '../../core/media/library.ts';
import { done, pageAnswer, success } from '../../core/schema/envelope.ts';
import { numericId } from '../../core/schema/fields.ts';
import * as shapes from '../../core/schema/media.ts';
import { serveMedia } from '../http/cdn.ts';
import { openRoute, route } from '../http/route.ts';
import { upload } from '../http/upload.ts';

const tag = 'Media';
const byId = v.object({ id: numericId });

export const mediaRoutes = [
  ...(['/v1/media/upload', '/upload'] as const).map((path) =>
    route({
      method: 'POST',
      path,
      tag,
      summary: 'Upload an image or a video',
      notes:
        'multipart/form-data with the field `file`: MP4, MOV, AVI, PNG or JPEG by its content, at most 104857600 bytes. The `url` of the answer can be used in `media[].url` of a launch.',
      scope: 'launch',
      multipart: true,
      response: shapes.uploadedFileAnswer,
      errors: [400, 409, 413, 415],
      envelope: 'upload',
      sameAs: '/v1/media/upload',
      run: async (ports, caller, input) => success(await upload(ports, caller, input)),
    }),
  ),
  ...(['/v1/media/upload/url', '/upload/url'] as const).map((path) =>
    route({
      method: 'POST',
      path,
      tag,
      summary: 'Upload an image or a video from a public address',
      scope: 'launch',
      body: shapes.urlUpload,
      response: shapes.uploadedFileAnswer,
      errors: [413],
      envelope: 'upload',
      sameAs: '/v1/media/upload/url',
      run: async (ports, caller, { body, once }) => success(await acceptUrl(ports, caller, body, once)),
    }),
  ),
  route({
    method: 'GET',
    path: '/v1/media',
    tag,
    summary: 'Your media, the newest first',
    scope: 'read',
    query: shapes.mediaQuery,
    response: shapes.mediaList,
    run: (ports, caller, { query }) => pageAnswer(query, (window) => listMedia(ports, caller.companyId, query, window)),
  }),
  route({
    method: 'GET',
    path: '/v1/media/{id}',
    tag,
    summary: 'One file of your media',
    scope: 'read',
    params: byId,
    response: shapes.oneMediaItem,
    run: async (ports, caller, { params }) => success(await readMedia(ports, caller.companyId, params.id)),
  }),
  route({
    method: 'DELETE',
    path: '/v1/media/{id}',
    tag,
    summary: 'Delete a file',
    scope: 'launch',
    params: byId,
    response: done,
    run: (ports, caller, { params }) => deleteMedia(ports, caller, params.id).then(() => success({})),
  }),
  openRoute({
    method: 'GET',
    path: '/media/{company}/{filename}',
    tag,
    summary: 'The file itself, with ranges and for ever cacheable',
    params: v.object({ company: v.string(), filename: v.string() }),
    response: 'application/octet-stream',
    errors: [404, 416],
    run: (ports, _nobody, { params, request }) => serveMedia(ports, params, request),
  }),
];
