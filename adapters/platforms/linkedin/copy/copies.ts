import { defined } from '../../../../core/base/defined.ts';
import type { Clock } from '../../../../core/ports/clock.ts';
import type { Access, EntityType } from '../../../../core/ports/platform-accounts.ts';
import type { CopyRequest, CopySource, DuplicateCapability } from '../../../../core/ports/platform-changes.ts';
import type { Api } from '../../kit/calls.ts';
import { asRow, numeric, type Params, type Row, wordsIn } from '../../kit/json.ts';
import {
  type CopyTimes,
  copiedWindow,
  copyTimes,
  namedIn,
  type Rebuilding,
  rebuildFrom,
  type SourceNode,
  sourceTree,
} from '../../kit/rebuild.ts';
import { budgetsOf, paceOf } from '../money.ts';
import { campaignOf, collectionPath, groupOf, listCreatives, listGroups, nameOf, readRows, rowId } from '../read/objects.ts';
import { accountUrn, idOf, urnOf } from '../urns.ts';
import { idMade } from '../wire/client.ts';
import { living, statusOf } from '../wire/statuses.ts';
import { recreateCreative } from './creative.ts';

/** The platform copies nothing itself. */
export function createCopies(api: Api, clock: Clock, times: CopyTimes): DuplicateCapability {
  const { calls } = api;
  const rebuilding = createRebuilding(api, clock);
  return {
    ...copyTimes(times),
    tree: (access, type, id) => readTree(api, access, type, id),
    recreate: (access, request) =>
      request.type === 'ad' ? recreateCreative(api, access, request) : rebuildFrom(rebuilding, access, request),
    async named(access, type, part) {
      const rows =
        type === 'ad' ? await listCreatives(calls, access, living) : await listGroups(calls, access, { type, statuses: living });
      if (rows.length > 0 && rows.every(({ name }) => name === undefined))
        throw api.wire.error(
          'rule',
          'LinkedIn tells no names here, so that copies cannot be told from what they were made from.',
          'Look in Campaign Manager for what was made.',
        );
      const ids = rows.map((row) => ({ ...row, id: rowId(type, row) }));
      return namedIn(ids, part, { id: 'id', name: 'name' });
    },
  };
}

async function readTree({ calls, wire }: Api, access: Access, type: EntityType, id: string): Promise<CopySource> {
  const root = (await readRows(calls, access, type, [id])).get(id);
  if (root === undefined || statusOf(root) === 'DELETED') throw wire.notFound(id);
  const adSets = type === 'campaign' ? await listGroups(calls, access, { type: 'adset', statuses: living, below: [id] }) : [];
  const campaigns = type === 'campaign' ? adSets.map((row) => rowId('adset', row)) : [id];
  const ads = type === 'ad' || campaigns.length === 0 ? [] : await listCreatives(calls, access, living, campaigns);
  const groups = new Map(adSets.map((row) => [rowId('adset', row), groupOf(row)]));
  // A creative does not say its group.
  const above = type === 'ad' ? (await readRows(calls, access, 'adset', [campaignOf(root)])).get(campaignOf(root)) : root;
  const groupOfAd = (row: Row): string => groups.get(campaignOf(row)) ?? groupOf(above ?? {});
  return sourceTree({ type, root, adSets, ads }, (level, row) => nodeOf(access, level, row, groupOfAd));
}

function nodeOf({ adAccountId }: Access, type: EntityType, row: Row, groupOfAd: (row: Row) => string): SourceNode {
  return {
    type,
    adAccountId,
    status: statusOf(row),
    id: rowId(type, row),
    name: nameOf(type, row),
    ...(type === 'ad' ? {} : { ...budgetsOf(row), ...paceOf(row) }),
    ...defined({
      campaignId: type === 'campaign' ? undefined : type === 'adset' ? groupOf(row) : groupOfAd(row),
      adSetId: type === 'ad' ? campaignOf(row) : undefined,
    }),
  };
}

const groupFields = ['totalBudget', 'dailyBudget', 'objectiveType'];
const campaignFields = wordsIn(`
  type objectiveType costType unitCost dailyBudget totalBudget locale targetingCriteria associatedEntity format
  creativeSelection optimizationTargetType audienceExpansionEnabled
`);

const changed = (row: Row, { status }: CopyRequest, now: number): Params => ({ status, runSchedule: schedule(row, now) });

const types: Rebuilding['types'] = {
  campaign: { keep: groupFields, name: 'name', changed },
  adset: {
    keep: campaignFields,
    name: 'name',
    parent: 'campaignGroup',
    changed: (row, request, now) => ({
      ...changed(row, request, now),
      // The platform requires these; older campaigns may lack them.
      offsiteDeliveryEnabled: row.offsiteDeliveryEnabled === true,
      politicalIntent: row.politicalIntent ?? 'NOT_POLITICAL',
    }),
  },
  // Rebuilt with their posts (creative.ts).
  ad: { keep: [], name: 'name' },
};

const createRebuilding = ({ calls, wire }: Api, clock: Clock): Rebuilding => ({
  types,
  clock,
  fail: wire.fail,
  read: async (access, type, id) => (await readRows(calls, access, type, [id])).get(id),
  create(access, type, { campaignGroup, ...params }) {
    const body = {
      account: accountUrn(access.adAccountId),
      ...(type === 'adset' && { campaignGroup: urnOf('campaign', String(campaignGroup)) }),
      ...params,
    };
    return calls.tried(access, collectionPath(access, type), body);
  },
  idOf(type, answer) {
    const id = idMade(answer);
    return id === undefined ? undefined : idOf(type, id);
  },
});

/** A start that has passed becomes now: every group and campaign has one. */
function schedule(row: Row, now: number): Params {
  const { start, end } = asRow(row.runSchedule) ?? {};
  const window = copiedWindow({ start: numeric(start), end: numeric(end) }, now);
  return { start: window.start ?? now, ...(window.end !== undefined && { end: window.end }) };
}
