import type { Entity, Json, JsonObject, Params, Table, World } from '../types.ts';
import { invalid, missing } from './faults.ts';
import { addBoard, follow, KEY_START, kinds } from './seed.ts';

export interface Turn {
  readonly world: World;
  readonly owner: string;
  readonly input: Params;
}

interface Procedure {
  readonly type: 'query' | 'mutation';
  /** `!` after required ones; others are refused. */
  readonly takes: readonly string[];
  run(turn: Turn): Json;
}

const own = ({ world, owner }: Turn, kind: string) => world.entities(kind, owner);

const dataOf = (entities: readonly Entity[]): readonly JsonObject[] =>
  entities.map(({ data }) => data);

function text({ input }: Turn, name: string) {
  const value = input[name];
  if (typeof value === 'string' && value !== '') return value;
  throw invalid(`${name}: a text is expected.`);
}

function boardIn(turn: Turn, name = 'id') {
  const id = turn.input[name];
  if (typeof id !== 'number') throw invalid(`${name}: a number is expected.`);
  const board = own(turn, kinds.board).find(({ data }) => data.id === id);
  if (board === undefined) throw missing(`There is no board ${id}.`);
  return board;
}

function adIn(turn: Turn) {
  const hash = text(turn, 'hash');
  const ad = own(turn, kinds.ad).find(({ data }) => data.hash === hash);
  if (ad === undefined) throw missing('There is no such ad.');
  return ad;
}

const boardsOf = ({ data }: Entity): readonly Json[] =>
  Array.isArray(data.boardIds) ? data.boardIds : [];

function listAds(turn: Turn): Json {
  const { boardId, search, platform, limit = 50 } = turn.input;
  if (typeof limit !== 'number' || limit < 1 || limit > 100)
    throw invalid('limit: a number from 1 to 100 is expected.');
  const found = own(turn, kinds.ad)
    .filter((ad) => boardId === undefined || boardsOf(ad).includes(Number(boardId)))
    .filter(({ data }) => platform === undefined || data.platform === platform)
    .filter(
      ({ data }) =>
        search === undefined ||
        `${data.headline} ${data.body}`.toLowerCase().includes(String(search).toLowerCase()),
    )
    .sort((a, b) => Number(b.data.spend) - Number(a.data.spend));
  return { ads: dataOf(found.slice(0, limit)), total: found.length };
}

function overview(turn: Turn): Json {
  const companyName = text(turn, 'companyName');
  const ads = own(turn, kinds.ad).filter(({ data }) => data.companyName === companyName);
  if (ads.length === 0) throw missing(`Nothing is known of ${companyName}.`);
  const totalSpend = ads.reduce((sum, { data }) => sum + Number(data.spend), 0);
  return {
    companyName,
    activeAds: ads.length,
    totalSpend,
    headlines: ads.map(({ data }) => data.headline ?? ''),
  };
}

/** Names and purposes are documented; members of ads and brands are ours. */
export const procedures: Table<Procedure> = {
  'boards.list': { type: 'query', takes: [], run: (turn) => dataOf(own(turn, kinds.board)) },
  'boards.create': {
    type: 'mutation',
    takes: ['name!'],
    run: (turn) =>
      addBoard(turn.world, turn.owner, text(turn, 'name'), own(turn, kinds.board).length).data,
  },
  'boards.update': {
    type: 'mutation',
    takes: ['id!', 'name', 'order'],
    run: (turn) => {
      const { name, order } = turn.input;
      const changed = {
        ...(name !== undefined && { name: text(turn, 'name') }),
        ...(order !== undefined && { order: Number(order) }),
      };
      return turn.world.change(boardIn(turn).id, changed).data;
    },
  },
  'boards.remove': {
    type: 'mutation',
    takes: ['id!'],
    run: (turn) => {
      turn.world.remove(boardIn(turn).id);
      return { success: true };
    },
  },
  'ads.list': { type: 'query', takes: ['boardId', 'search', 'platform', 'limit'], run: listAds },
  'ads.getDetails': { type: 'query', takes: ['hash!'], run: (turn) => adIn(turn).data },
  'ads.getFilterValues': {
    type: 'query',
    takes: [],
    run: (turn) => ({
      platforms: [...new Set(own(turn, kinds.ad).map(({ data }) => data.platform ?? ''))],
    }),
  },
  'ads.addToBoard': {
    type: 'mutation',
    takes: ['hash!', 'boardId!'],
    run: (turn) => {
      const [ad, board] = [adIn(turn), boardIn(turn, 'boardId')];
      return turn.world.change(ad.id, {
        boardIds: [...new Set([...boardsOf(ad), board.data.id ?? 0])],
      }).data;
    },
  },
  'brandSpy.getOverview': { type: 'query', takes: ['companyName!'], run: overview },
  'companies.listFollowed': {
    type: 'query',
    takes: [],
    run: (turn) => dataOf(own(turn, kinds.followed)),
  },
  'companies.follow': {
    type: 'mutation',
    takes: ['companyName!'],
    run: (turn) => follow(turn.world, turn.owner, text(turn, 'companyName')).data,
  },
  // Passing these on would hand out keys of the account.
  'apiKeys.list': { type: 'query', takes: [], run: (turn) => dataOf(own(turn, kinds.minted)) },
  'apiKeys.create': {
    type: 'mutation',
    takes: ['name'],
    run: ({ world, owner }) => {
      const key = `${KEY_START}minted-${world.sequence()}`;
      return world.add({
        id: `research_minted:${key}`,
        kind: kinds.minted,
        company: owner,
        parents: [owner],
        data: { key },
      }).data;
    },
  },
};
