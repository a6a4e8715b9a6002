import type { Clock } from '../../../../core/ports/clock.ts';
import type { CopyRequest } from '../../../../core/ports/platform-changes.ts';
import type { Api } from '../../kit/calls.ts';
import { asRow, numeric, type Params, type Row, wordsIn } from '../../kit/json.ts';
import { copiedWindow, type Rebuilding } from '../../kit/rebuild.ts';
import { collectionPath, readRows } from '../read/objects.ts';
import { accountUrn, idOf, urnOf } from '../urns.ts';
import { idMade } from '../wire/client.ts';

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

export const createRebuilding = ({ calls, wire }: Api, clock: Clock): Rebuilding => ({
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
