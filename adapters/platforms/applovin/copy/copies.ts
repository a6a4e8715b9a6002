import { harmlessTwice } from '../../kit/calls.ts';
import { compareIds, said, text } from '../../kit/json.ts';
import { type CopyTimes, copyTimes, type Rebuilding, rebuildFrom } from '../../kit/rebuild.ts';
import type {
  Access,
  Clock,
  CopySource,
  DuplicateCapability,
  EntityType,
  Good,
  Params,
  Row,
} from '../../types.ts';
import { allCampaigns, budgetsOf, campaignsById, idOf } from '../read/campaigns.ts';
import { allSets, keepPaused, type PlacedSet, setsById, setsOf } from '../read/creative-sets.ts';
import type { Api } from '../wire/client.ts';
import { msOf, statusOf, statusWords } from '../wire/values.ts';
import { campaignCopy, setCopy } from './recreate.ts';

/**
 * The platform copies single creative sets alone, under names of its own: the copy is built object
 * by object.
 */
export function createCopies(api: Api, clock: Clock, times: CopyTimes): DuplicateCapability {
  const { calls, wire } = api;
  const rebuilding: Rebuilding = {
    types: { campaign: campaignCopy, adset: campaignCopy, ad: setCopy },
    clock,
    fail: wire.fail,
    read: (access, type, id) => readOne(api, access, type, id),
    async create(access, type, params) {
      const answer = await calls.tried(
        access,
        type === 'ad' ? 'creative_set/create' : 'campaign/create',
        params,
      );
      const id = answer.ok ? text(answer.body.id) : undefined;
      if (id !== undefined && params.status === statusWords.PAUSED)
        await pauseCopy(api, access, type, { ...params, id });
      return answer;
    },
    idOf: (_type, { body }: Good) => text(body.id),
  };
  return {
    ...copyTimes(times),
    // The platform ignores the status of a new campaign.
    madeActive: ['campaign', 'adset'],
    tree: (access, type, id) => readTree(api, access, type, id),
    async recreate(access, request) {
      if (request.type === 'adset' && request.parentId !== undefined)
        return {
          state: 'failed',
          failure: wire.fail(
            'rule',
            'A campaign is in no other campaign here.',
            'Leave the target campaign out.',
          ),
        };
      return rebuildFrom(rebuilding, access, request);
    },
    async named(access, type, part) {
      const rows =
        type === 'ad'
          ? (await allSets(calls, access)).map(({ row }) => row)
          : await allCampaigns(calls, access);
      const found = new Map(
        rows.filter((row) => text(row.name)?.includes(part)).map((row) => [idOf(row), row]),
      );
      return [...found.values()]
        .sort(oldestFirst)
        .map((row) => ({ id: idOf(row), name: said(row.name) }));
    },
  };
}

const oldestFirst = (a: Row, b: Row) =>
  (msOf(a.created_at) ?? 0) - (msOf(b.created_at) ?? 0) || compareIds(idOf(a), idOf(b));

/** Core pauses at the end what cannot be paused now; until then the start lies ahead. */
async function pauseCopy(api: Api, access: Access, level: EntityType, { id, type }: Params) {
  const kind = text(type) ?? 'APP';
  if (level === 'ad') await keepPaused(api, access, [{ id: said(id), type: kind }]);
  else
    await api.calls.tried(
      access,
      'campaign/update',
      { id, type: kind, status: statusWords.PAUSED },
      harmlessTwice,
    );
}

async function readOne({ calls }: Api, access: Access, type: EntityType, id: string) {
  if (type !== 'ad') return (await campaignsById(calls, access, [id])).get(id);
  const set = (await setsById(calls, access, [id])).get(id);
  return set && { ...set.row, campaign_id: set.campaignId };
}

async function readTree(
  { calls, wire }: Api,
  access: Access,
  type: EntityType,
  id: string,
): Promise<CopySource> {
  const { adAccountId } = access;
  const adNode = ({ id: set, campaignId, row }: PlacedSet): CopySource => ({
    type: 'ad',
    id: set,
    name: said(row.name),
    status: statusOf(row),
    adAccountId,
    campaignId,
    adSetId: campaignId,
    children: [],
  });
  if (type === 'ad') {
    const set = (await setsById(calls, access, [id])).get(id);
    if (set === undefined) throw wire.notFound(id);
    return adNode(set);
  }
  const row = (await campaignsById(calls, access, [id])).get(id);
  if (row === undefined) throw wire.notFound(id);
  const sets = [...(await setsOf(calls, access, [id]))].sort((a, b) => oldestFirst(a.row, b.row));
  return {
    type,
    id,
    name: said(row.name),
    status: statusOf(row),
    adAccountId,
    ...budgetsOf(row),
    ...(type === 'adset' && { campaignId: id }),
    children: sets.map(adNode),
  };
}
