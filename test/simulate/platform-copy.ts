import type { PlatformFailure } from '../../core/base/errors.ts';
import type { Access } from '../../core/ports/platform-accounts.ts';
import type {
  CopiedObject,
  CopyOutcome,
  CopyRequest,
  DuplicateCapability,
  NativeCopies,
  StartOutcome,
} from '../../core/ports/platform-changes.ts';
import { type Heard, type Network, TIMES } from './network.ts';
import { sourceOf } from './shown-things.ts';
import type { Thing, Things } from './things.ts';

/**
 * Copies: built anew one by one, and where the platform has copies of its own, whole trees at once
 * or in the background.
 */
export const copying = (
  network: Network,
  things: Things,
  isNative: boolean,
): DuplicateCapability => {
  const { read, write } = network;
  const copyOne = async (
    access: Access,
    request: CopyRequest,
    deep: boolean,
  ): Promise<CopyOutcome> => {
    const heard = await write(access, `copy ${request.sourceId} ${request.marker ?? ''}`, () =>
      deep ? whole(things, request) : [copied(things, request)],
    );
    return outcomeOf(heard);
  };
  return {
    ...TIMES,
    tree: (access, _type, id) =>
      read(access, `tree ${id}`, () => sourceOf(things, existing(things, id))),
    recreate: (access, request) => copyOne(access, request, false),
    named: (access, type, part) =>
      read(access, `named ${part}`, () =>
        things.listed(type, access.adAccountId).filter(({ name }) => name.includes(part)),
      ),
    ...(isNative && { native: native(network, things, copyOne) }),
  };
};

const native = (
  { read, write, fail }: Network,
  things: Things,
  copyOne: (access: Access, request: CopyRequest, deep: boolean) => Promise<CopyOutcome>,
): NativeCopies => ({
  types: ['campaign', 'adset', 'ad'],
  limits: { sync: 1, async: 51 },
  asyncMs: TIMES.growMs,
  copy: (access, requests) =>
    Promise.all(requests.map((request) => copyOne(access, request, request.deep))),
  start: (access, requests) =>
    Promise.all(
      requests.map(async (request): Promise<StartOutcome> => {
        const heard = await write(
          access,
          `start a copy of ${request.sourceId} ${request.marker ?? ''}`,
          () => things.grow((grown) => grow(things, request, grown)),
        );
        return 'answer' in heard ? { state: 'started', session: heard.answer } : failedOf(heard);
      }),
    ),
  poll: (access, started) =>
    read(access, `sessions ${started.map(({ session }) => session).join()}`, () =>
      started.map(({ session }) => {
        const { isOver, isStuck, objects } = things.grown(session);
        if (isStuck) return { state: 'failed' as const, failure: fail('rule') };
        return isOver ? done(objects) : { state: 'running' as const };
      }),
    ),
});

const existing = (things: Things, id: string): Thing => {
  const thing = things.get(id);
  if (thing === undefined) throw new Error('There is no such source.');
  return thing;
};

const below = (things: Things, id: string): readonly Thing[] =>
  [...things.all.values()].filter(
    ({ parent, status, type }) => parent === id && status !== 'DELETED' && type !== 'creative',
  );

function copied(
  things: Things,
  { sourceId, parentId, status, marker, values }: Omit<CopyRequest, 'type' | 'deep'>,
): CopiedObject {
  const source = existing(things, sourceId);
  const {
    id: _id,
    madeAs: _madeAs,
    madeAt: _madeAt,
    listedAt: _listedAt,
    history: _history,
    times: _times,
    ...same
  } = source;
  const parent = parentId ?? source.parent;
  const { id } = things.make({
    ...same,
    status,
    name: `${values?.adName ?? source.name}${marker === undefined ? '' : ` ${marker}`}`,
    asked: `copy of ${sourceId} in ${parent ?? ''} ${marker ?? ''}`,
    copiedFrom: sourceId,
    ...(parent !== undefined && { parent }),
  });
  // Creatives are not copied.
  return { type: source.type as CopiedObject['type'], sourceId, id };
}

function whole(things: Things, request: CopyRequest): readonly CopiedObject[] {
  const top = copied(things, request);
  const under = below(things, request.sourceId).flatMap(({ id, type }) =>
    whole(things, {
      type: type as CopyRequest['type'],
      deep: true,
      sourceId: id,
      parentId: top.id,
      status: request.status,
    }),
  );
  return [top, ...under];
}

/** One object after the other, each in its own time. */
function* grow(things: Things, request: CopyRequest, grown: CopiedObject[]): Generator<undefined> {
  const top = copied(things, request);
  grown.push(top);
  yield;
  if (!request.deep) return;
  for (const { id, type } of below(things, request.sourceId))
    yield* grow(
      things,
      {
        type: type as CopyRequest['type'],
        deep: true,
        sourceId: id,
        parentId: top.id,
        status: request.status,
      },
      grown,
    );
}

const done = (objects: readonly CopiedObject[]): CopyOutcome => ({
  state: 'done',
  id: objects[0]?.id ?? '',
  objects,
});

const failedOf = (
  heard: { readonly unanswered: PlatformFailure } | { readonly refused: PlatformFailure },
) =>
  'refused' in heard
    ? { state: 'failed' as const, failure: heard.refused }
    : { state: 'unknown' as const, failure: heard.unanswered };

const outcomeOf = (heard: Heard<readonly CopiedObject[]>): CopyOutcome =>
  'answer' in heard ? done(heard.answer) : failedOf(heard);
