import type * as v from 'valibot';
import { auditWrite } from '../../access/audit.ts';
import { beforeAndAfter } from '../../access/before-and-after.ts';
import type { Caller } from '../../access/caller.ts';
import { SlipwayError } from '../../base/errors.ts';
import { mapBounded } from '../../base/map-bounded.ts';
import type { PageWindow } from '../../base/schema/envelope.ts';
import { boardFacet } from '../../media/find/facets.ts';
import { changeFile } from '../../media/find/files.ts';
import { mediaKind } from '../../media/records.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { Store } from '../../ports/store.ts';
import { changeDocument } from '../../records/change.ts';
import { type ListPage, pageOf } from '../../records/list.ts';
import { type Once, unkeyed } from '../../records/once.ts';
import { randomId } from '../../records/random-id.ts';
import { refuseBeyond } from '../../records/room.ts';
import { type BoardRecord, boardKind } from './records.ts';
import type { Board, boardChanges, newBoard } from './schema.ts';

interface Ports {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

const room = { kind: boardKind, most: 1_000, what: 'boards', code: 'too_many_boards' };

export function createBoard(
  ports: Ports,
  caller: Caller,
  request: v.InferOutput<typeof newBoard>,
  once: Once = unkeyed(ports.store),
): Promise<Board> {
  return once.inOneCommit(async (conclude) => {
    await refuseBeyond(ports.store, caller.companyId, room);
    const id = randomId(ports.secrets, 'brd');
    const now = ports.clock.now();
    const doc: BoardRecord = { ...given(request), name: request.name, createdAt: now, updatedAt: now };
    const created = shown(id, doc, 0);
    await conclude(
      [
        { kind: boardKind, companyId: caller.companyId, id, expect: 'absent', doc },
        auditWrite(ports, caller, 'board.create', id, { name: doc.name }),
      ],
      created,
    );
    return created;
  });
}

/** A company's boards, the newest first. */
export async function listBoards(
  { store }: Pick<Ports, 'store'>,
  companyId: string,
  window: PageWindow,
): Promise<ListPage<Board>> {
  const query = { order: { by: 'createdAt', direction: 'desc' } } as const;
  const { items, total } = await pageOf(store, boardKind, companyId, query, window);
  return {
    items: await Promise.all(items.map(async ({ id, doc }) => shown(id, doc, await countOf(store, companyId, id)))),
    total,
  };
}

export async function readBoard({ store }: Pick<Ports, 'store'>, companyId: string, id: string): Promise<Board> {
  const found = await store.get(boardKind, companyId, id);
  if (found === undefined) throw missing();
  return shown(id, found.doc, await countOf(store, companyId, id));
}

export async function changeBoard(
  ports: Ports,
  caller: Caller,
  id: string,
  changes: v.InferOutput<typeof boardChanges>,
): Promise<Board> {
  await changeDocument(ports.store, boardKind, caller.companyId, id, (current) => {
    if (current === undefined) throw missing();
    const fields = given(changes);
    const doc: BoardRecord = { ...current.doc, ...fields, updatedAt: ports.clock.now() };
    const told = { fields: Object.keys(fields), ...beforeAndAfter(current.doc, doc, ['name', 'description']) };
    return { doc, also: [auditWrite(ports, caller, 'board.change', id, told)] };
  });
  return readBoard(ports, caller.companyId, id);
}

/** Takes all files off the board first: what is cut off is done by asking again. The files stay. */
export async function deleteBoard(ports: Ports, caller: Caller, id: string): Promise<void> {
  await readBoard(ports, caller.companyId, id);
  await clearBoard(ports.store, caller.companyId, id);
  await changeDocument(ports.store, boardKind, caller.companyId, id, (current) => {
    if (current === undefined) throw missing();
    return { doc: undefined, also: [auditWrite(ports, caller, 'board.delete', id, { name: current.doc.name })] };
  });
}

export async function putOnBoard(ports: Ports, caller: Caller, board: string, media: number): Promise<void> {
  await readBoard(ports, caller.companyId, board);
  await changeFile(ports.store, caller.companyId, String(media), ({ boards = [], ...rest }) => {
    if (boards.length >= MOST_BOARDS && !boards.includes(board))
      throw new SlipwayError('bad_request', `A file is on at most ${MOST_BOARDS} boards. Take it off another.`);
    return { ...rest, boards: [...new Set([...boards, board])] };
  });
}

export async function takeOffBoard(ports: Ports, caller: Caller, board: string, media: number): Promise<void> {
  await readBoard(ports, caller.companyId, board);
  await takeOff(ports.store, caller.companyId, board, String(media));
}

/** Boards that one file is on. */
const MOST_BOARDS = 50;

const takeOff = (store: Store, companyId: string, board: string, media: string): Promise<void> =>
  changeFile(store, companyId, media, ({ boards = [], ...rest }) => {
    const others = boards.filter((each) => each !== board);
    return { ...rest, ...(others.length > 0 && { boards: others }) };
  });

async function clearBoard(store: Store, companyId: string, board: string): Promise<void> {
  for (;;) {
    const { items } = await store.find(mediaKind, companyId, { where: { facets: { has: boardFacet(board) } } });
    if (items.length === 0) return;
    // One that is deleted meanwhile is not found again.
    await mapBounded(items, 20, ({ id }) => takeOff(store, companyId, board, id).catch(ifGone));
  }
}

function ifGone(error: unknown): void {
  if (!(error instanceof SlipwayError && error.code === 'not_found')) throw error;
}

const countOf = (store: Store, companyId: string, id: string): Promise<number> =>
  store.count(mediaKind, companyId, { where: { facets: { has: boardFacet(id) } } });

const given = ({ name, description }: v.InferOutput<typeof boardChanges>) => ({
  ...(name !== undefined && { name }),
  ...(description !== undefined && { description }),
});

const missing = (): SlipwayError => new SlipwayError('not_found', 'There is no such board.', { hint: 'library.boards' });

const shown = (id: string, { name, description, createdAt, updatedAt }: BoardRecord, assets: number): Board => ({
  ...{ id, name, assets },
  ...(description !== undefined && { description }),
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
});
