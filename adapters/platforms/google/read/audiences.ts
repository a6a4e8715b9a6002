import { asRow, at, said } from '../../kit/json.ts';
import type { Access, InspectCapability, Row } from '../../types.ts';
import {
  adGroupCriterionFields,
  campaignCriterionFields,
  criterionCopy,
} from '../copy/criteria.ts';
import type { Api } from '../wire/client.ts';
import { idChunks, idsIn, select } from '../wire/gaql.ts';

type Audiences = NonNullable<InspectCapability['audiences']>;
type Told = Awaited<ReturnType<Audiences>> extends ReadonlyMap<string, infer J> ? J : never;

const signalFields = [
  'asset_group.id',
  'asset_group_signal.audience.audience',
  'asset_group_signal.search_theme.text',
];

/** Criteria of campaigns, ad groups and asset groups: one query for each kind. */
export function createAudiences({ search }: Api): Audiences {
  async function added(
    access: Access,
    found: Map<string, Told[]>,
    ids: readonly string[],
    {
      from,
      id,
      fields,
      tell,
    }: {
      from: string;
      id: string;
      fields: readonly string[];
      tell(row: Row): readonly [string, unknown];
    },
  ): Promise<void> {
    for (const some of idChunks(ids))
      for (const row of await search(access, select(fields, from, [idsIn(id, some)]))) {
        const [of, criterion] = tell(row);
        if (criterion !== undefined) found.set(of, [...(found.get(of) ?? []), criterion as Told]);
      }
  }
  return async (access, objects) => {
    const found = new Map<string, Told[]>();
    const ids = (isCampaign: boolean) =>
      objects.filter(({ type }) => (type === 'campaign') === isCampaign).map(({ id }) => id);
    const criterion = (level: 'campaign' | 'adGroup', row: Row) => {
      const held = asRow(row[`${level}Criterion`]) ?? {};
      return criterionCopy(level, held) ?? { type: held.type };
    };
    await added(access, found, ids(true), {
      from: 'campaign_criterion',
      id: 'campaign.id',
      fields: ['campaign.id', ...campaignCriterionFields],
      tell: (row) => [said(at(row, 'campaign', 'id')), criterion('campaign', row)],
    });
    await added(access, found, ids(false), {
      from: 'ad_group_criterion',
      id: 'ad_group.id',
      fields: ['ad_group.id', ...adGroupCriterionFields],
      tell: (row) => [said(at(row, 'adGroup', 'id')), criterion('adGroup', row)],
    });
    await added(access, found, ids(false), {
      from: 'asset_group_signal',
      id: 'asset_group.id',
      fields: signalFields,
      tell: (row) => [said(at(row, 'assetGroup', 'id')), row.assetGroupSignal],
    });
    // The platform tells them in no order.
    return new Map(
      [...found].map(([id, all]) => [id, all.map((each) => JSON.stringify(each)).sort()]),
    );
  };
}
