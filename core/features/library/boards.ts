import type { Actor } from '../../access/caller.ts';
import { SlipwayError } from '../../base/errors.ts';
import { mapBounded } from '../../base/map-bounded.ts';
import { boardFacet } from '../../media/find/facets.ts';
import { changeFile } from '../../media/find/files.ts';
import { mediaKind } from '../../media/records.ts';
import { type NamedPorts, namedDocuments, toldTimes } from '../../operations/named-documents.ts';
import type { Store } from '../../ports/store.ts';
import { type BoardRecord, boardKind } from './records.ts';
import type { Board } from './schema.ts';

const kept = /* @__PURE__ */ namedDocuments<BoardRecord, Board>({
  kind: boardKind,
  room: { most: 1_000, what: 'boards', code: 'too_many_boards' },
  prefix: 'brd',
  noun: 'board',
  missing: 'There is no such board.',
  hint: 'library.boards',
  shown: (id, { name, description, ...times }) => ({
    id,
    name,
    assets: 0,
    ...(description !== undefined && { description }),
    ...toldTimes(times),
  }),
});

const counted = async (
  { store }: Pick<NamedPorts, 'store'>,
  companyId: string,
  board: Board,
): Promise<Board> => ({
  ...board,
  assets: await store.count(mediaKind, companyId, {
    where: { facets: { has: boardFacet(board.id) } },
  }),
});

export const boards: typeof kept = {
  ...kept,
  async list(ports, companyId, window) {
    const { items, total } = await kept.list(ports, companyId, window);
    return {
      items: await Promise.all(items.map((board) => counted(ports, companyId, board))),
      total,
    };
  },
  read: async (ports, companyId, id) =>
    counted(ports, companyId, await kept.read(ports, companyId, id)),
  change: async (ports, caller, id, changes) =>
    counted(ports, caller.companyId, await kept.change(ports, caller, id, changes)),
  /**
   * Takes all files off the board first: what is cut off is done by asking again. The files stay.
   */
  async remove(ports, caller, id) {
    await kept.read(ports, caller.companyId, id);
    await clearBoard(ports.store, caller.companyId, id);
    await kept.remove(ports, caller, id);
  },
};

export async function putOnBoard(
  ports: NamedPorts,
  { companyId }: Actor,
  board: string,
  media: number,
): Promise<void> {
  await kept.read(ports, companyId, board);
  await changeFile(ports.store, companyId, {
    id: String(media),
    change: ({ boards: on = [], ...rest }) => {
      if (on.length >= MOST_BOARDS && !on.includes(board))
        throw new SlipwayError(
          'bad_request',
          `A file is on at most ${MOST_BOARDS} boards. Take it off another.`,
        );
      return { ...rest, boards: [...new Set([...on, board])] };
    },
  });
}

export async function takeOffBoard(
  ports: NamedPorts,
  { companyId }: Actor,
  board: string,
  media: number,
): Promise<void> {
  await kept.read(ports, companyId, board);
  await takeOff(ports.store, companyId, board, String(media));
}

const MOST_BOARDS = 50;

const takeOff = (store: Store, companyId: string, board: string, media: string): Promise<void> =>
  changeFile(store, companyId, {
    id: media,
    change: ({ boards: on = [], ...rest }) => {
      const others = on.filter((each) => each !== board);
      return { ...rest, ...(others.length > 0 && { boards: others }) };
    },
  });

async function clearBoard(store: Store, companyId: string, board: string): Promise<void> {
  for (;;) {
    const { items } = await store.find(mediaKind, companyId, {
      where: { facets: { has: boardFacet(board) } },
    });
    if (items.length === 0) return;
    // One that is deleted meanwhile is not found again.
    await mapBounded(items, 20, ({ id }) => takeOff(store, companyId, board, id).catch(ifGone));
  }
}

function ifGone(error: unknown): void {
  if (!(error instanceof SlipwayError && error.code === 'not_found')) throw error;
}
