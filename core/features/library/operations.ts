import * as v from 'valibot';
import { done, pageAnswer, pageQuery, success } from '../../base/schema/envelope.ts';
import { numericId, ownId } from '../../base/schema/fields.ts';
import { operation } from '../../operations/operation.ts';
import { changeAsset, readAsset, searchAssets } from './assets.ts';
import { changeBoard, createBoard, deleteBoard, listBoards, putOnBoard, readBoard, takeOffBoard } from './boards.ts';
import { boardKind } from './records.ts';
import * as shapes from './schema.ts';
import { listTags } from './tags.ts';

const topic = 'Media';
const board = v.object({ id: ownId });
const place = v.object({ id: ownId, mediaId: numericId });
const asset = v.object({ id: numericId });

export const libraryOperations = [
  operation({
    name: 'library.boards',
    place: { method: 'GET', path: '/v1/library/boards' },
    topic,
    summary: 'Your boards, the newest first',
    scope: 'read',
    effects: 'reads',
    input: v.object(pageQuery),
    output: shapes.boardList,
    run: (ports, caller, { input }) => pageAnswer(input, (window) => listBoards(ports, caller.companyId, window)),
  }),
  operation({
    name: 'library.createBoard',
    place: { method: 'POST', path: '/v1/library/boards', status: 201 },
    topic,
    summary: 'Create a board',
    scope: 'launch',
    effects: 'writes',
    approval: 'never',
    input: shapes.newBoard,
    output: shapes.oneBoard,
    run: async (ports, caller, { input, once }) => success(await createBoard(ports, caller, input, once)),
  }),
  operation({
    name: 'library.board',
    place: { method: 'GET', path: '/v1/library/boards/{id}' },
    topic,
    summary: 'One board',
    scope: 'read',
    effects: 'reads',
    subject: board,
    output: shapes.oneBoard,
    run: async (ports, caller, { subject: { id } }) => success(await readBoard(ports, caller.companyId, id)),
  }),
  operation({
    name: 'library.updateBoard',
    place: { method: 'PATCH', path: '/v1/library/boards/{id}' },
    topic,
    summary: 'Rename a board',
    scope: 'launch',
    effects: 'writes',
    approval: 'never',
    idempotency: 'repeatable',
    subject: board,
    input: shapes.boardChanges,
    output: shapes.oneBoard,
    run: async (ports, caller, { subject: { id }, input }) => success(await changeBoard(ports, caller, id, input)),
  }),
  operation({
    name: 'library.deleteBoard',
    place: { method: 'DELETE', path: '/v1/library/boards/{id}' },
    topic,
    summary: 'Delete a board; its files stay',
    scope: 'launch',
    effects: 'destroys',
    preview: 'quiet',
    idempotency: 'repeatable',
    subject: board,
    about: boardKind,
    output: done,
    run: (ports, caller, { subject: { id } }) => deleteBoard(ports, caller, id).then(() => success({})),
  }),
  operation({
    name: 'library.putOnBoard',
    place: { method: 'PUT', path: '/v1/library/boards/{id}/assets/{mediaId}' },
    topic,
    summary: 'Put a file on a board',
    scope: 'launch',
    effects: 'writes',
    approval: 'never',
    idempotency: 'repeatable',
    subject: place,
    output: done,
    run: (ports, caller, { subject }) => putOnBoard(ports, caller, subject.id, subject.mediaId).then(() => success({})),
  }),
  operation({
    name: 'library.takeOffBoard',
    place: { method: 'DELETE', path: '/v1/library/boards/{id}/assets/{mediaId}' },
    topic,
    summary: 'Take a file off a board',
    scope: 'launch',
    effects: 'writes',
    approval: 'never',
    idempotency: 'repeatable',
    subject: place,
    output: done,
    run: (ports, caller, { subject }) => takeOffBoard(ports, caller, subject.id, subject.mediaId).then(() => success({})),
  }),
  operation({
    name: 'library.assets',
    place: { method: 'GET', path: '/v1/library/assets' },
    topic,
    summary: 'Search your media by text, tags, board, ratio, type and use',
    description:
      'The newest first. `renditions` are other files of the same idea: files whose names differ only in marks like 1x1, 4x5 or 9x16, or whose `idea` was set to the same.',
    scope: 'read',
    effects: 'reads',
    input: shapes.libraryQuery,
    output: shapes.libraryAssetList,
    run: (ports, caller, { input }) => pageAnswer(input, (window) => searchAssets(ports, caller.companyId, input, window)),
  }),
  operation({
    name: 'library.asset',
    place: { method: 'GET', path: '/v1/library/assets/{id}' },
    topic,
    summary: 'One file with its boards, renditions and copies in ad accounts',
    scope: 'read',
    effects: 'reads',
    subject: asset,
    output: shapes.oneLibraryAsset,
    run: async (ports, caller, { subject: { id } }) => success(await readAsset(ports, caller.companyId, id)),
  }),
  operation({
    name: 'library.updateAsset',
    place: { method: 'PATCH', path: '/v1/library/assets/{id}' },
    topic,
    summary: 'Change title, tags or idea of a file',
    scope: 'launch',
    effects: 'writes',
    approval: 'never',
    idempotency: 'repeatable',
    subject: asset,
    input: shapes.assetChanges,
    output: shapes.oneLibraryAsset,
    run: async (ports, caller, { subject: { id }, input }) => success(await changeAsset(ports, caller, id, input)),
  }),
  operation({
    name: 'library.tags',
    place: { method: 'GET', path: '/v1/library/tags' },
    topic,
    summary: 'Every tag in use, with the number of its files',
    scope: 'read',
    effects: 'reads',
    output: shapes.tagList,
    async run({ store }, caller) {
      const data = await listTags(store, caller.companyId);
      return success({ data, count: data.length });
    },
  }),
] as const;
