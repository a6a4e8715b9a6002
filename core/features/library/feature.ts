import * as v from 'valibot';
import { seenByAccount } from '../../accounts/workspace-view.ts';
import { done, pageAnswer, success } from '../../base/schema/envelope.ts';
import { numericId, ownId } from '../../base/schema/fields.ts';
import { feature } from '../../operations/feature.ts';
import { operation } from '../../operations/operation.ts';
import { resource } from '../../operations/resource.ts';
import { changeAsset, listTags, readAsset, searchAssets } from './assets.ts';
import { boards, putOnBoard, takeOffBoard } from './boards.ts';
import { readBatches } from './creatives/read-batches.ts';
import {
  adAssetKind,
  listedBatchesKind,
  shownAdKind,
  unreadBatchKind,
} from './creatives/records.ts';
import { alone } from './door.ts';
import { boardKind, tagKind } from './records.ts';
import * as shapes from './schema.ts';

const topic = 'Media';
const place = v.object({ id: ownId, mediaId: numericId });
const asset = v.object({ id: numericId });
const launching = { topic, scope: 'launch' } as const;
const reading = { topic, scope: 'read' } as const;

const libraryOperations = [
  ...resource({
    name: 'library',
    names: {
      list: 'library.boards',
      create: 'library.createBoard',
      get: 'library.board',
      update: 'library.updateBoard',
      delete: 'library.deleteBoard',
    },
    path: '/v1/library/boards',
    topic,
    scope: 'launch',
    kind: boardKind,
    schema: {
      create: shapes.newBoard,
      change: shapes.boardChanges,
      listed: shapes.board,
      shown: shapes.board,
    },
    example: { name: 'Autumn' },
    summaries: {
      list: 'Your boards, the newest first',
      create: 'Create a board',
      get: 'One board',
      update: 'Rename a board',
      delete: 'Delete a board; its files stay',
    },
    documents: boards,
  }),
  operation({
    ...launching,
    name: 'library.putOnBoard',
    place: 'PUT /v1/library/boards/{id}/assets/{mediaId}',
    summary: 'Put a file on a board',
    approval: 'never',
    idempotency: 'repeatable',
    subject: place,
    output: done,
    run: (ports, caller, { subject }) =>
      putOnBoard(ports, caller, subject.id, subject.mediaId).then(() => success({})),
  }),
  operation({
    ...launching,
    name: 'library.takeOffBoard',
    place: 'DELETE /v1/library/boards/{id}/assets/{mediaId}',
    summary: 'Take a file off a board',
    effects: 'writes',
    approval: 'never',
    idempotency: 'repeatable',
    subject: place,
    output: done,
    run: (ports, caller, { subject }) =>
      takeOffBoard(ports, caller, subject.id, subject.mediaId).then(() => success({})),
  }),
  operation({
    ...reading,
    name: 'library.assets',
    place: 'GET /v1/library/assets',
    summary: 'Search your media by text, tags, board, ratio, type and use',
    description:
      'The newest first. `renditions` are other files of the same idea: files whose names differ only in marks like 1x1, 4x5 or 9x16, or whose `idea` was set to the same.',
    input: shapes.libraryQuery,
    output: shapes.libraryAssetList,
    run: (ports, caller, { input }) =>
      pageAnswer(input, (window) => searchAssets(ports, caller.companyId, input, window)),
  }),
  operation({
    ...reading,
    name: 'library.asset',
    place: 'GET /v1/library/assets/{id}',
    summary: 'One file with its boards, renditions and copies in ad accounts',
    subject: asset,
    output: shapes.oneLibraryAsset,
    run: async (ports, caller, { subject: { id } }) =>
      success(await readAsset(ports, caller.companyId, id)),
  }),
  operation({
    ...launching,
    name: 'library.updateAsset',
    place: 'PATCH /v1/library/assets/{id}',
    summary: 'Change title, tags or idea of a file',
    approval: 'never',
    idempotency: 'repeatable',
    subject: asset,
    input: shapes.assetChanges,
    output: shapes.oneLibraryAsset,
    run: async (ports, caller, { subject: { id }, input }) =>
      success(await changeAsset(ports, caller, id, input)),
  }),
  operation({
    ...reading,
    name: 'library.tags',
    place: 'GET /v1/library/tags',
    summary: 'Every tag in use, with the number of its files',
    output: shapes.tagList,
    async run({ store }, caller) {
      const data = await listTags(store, caller.companyId);
      return success({ data, count: data.length });
    },
  }),
] as const;

export const library = feature({
  name: 'library',
  ...alone,
  operations: libraryOperations,
  kinds: [boardKind, tagKind, adAssetKind, shownAdKind, unreadBatchKind, listedBatchesKind],
  seen: [seenByAccount(adAssetKind), seenByAccount(shownAdKind)],
  leaving: readBatches,
});
