import type { Access, Budgets, EntityType } from '../../../core/ports/platform-accounts.ts';
import type { Api } from '../kit/calls.ts';
import { fromMicro } from '../kit/currencies.ts';
import { at, defined, type Row, said, text } from '../kit/json.ts';
import { objectiveOf } from './read/accounts.ts';
import { deliveryReasons, effectiveOf, type Reason, reviewReasons } from './read/reasons.ts';
import { listRows } from './read/rows.ts';
import { budgetsOf, msOf, statusOf } from './wire/values.ts';

interface OwnObject extends Budgets {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly effectiveStatus: string;
  readonly createdTime?: string;
  readonly updatedTime?: string;
  /** Whether it delivers, or why not. */
  readonly delivery: readonly Reason[];
  readonly objective?: string;
  readonly startTime?: string;
  readonly endTime?: string;
  readonly campaignId?: string;
  readonly adSquadId?: string;
  readonly optimizationGoal?: string;
  readonly bidStrategy?: string;
  readonly bid?: number;
  readonly type?: string;
  readonly creativeId?: string;
  /** And why the review rejected the ad. */
  readonly review?: readonly Reason[];
}

export interface Own {
  /** Newest first. */
  objects(
    access: Access,
    type: EntityType,
    of: { readonly campaignId?: string | undefined; readonly adSquadId?: string | undefined },
  ): Promise<readonly OwnObject[]>;
}

export const createOwn = (api: Api): Own => ({
  async objects(access, type, { campaignId, adSquadId }) {
    const under =
      adSquadId !== undefined && type === 'ad'
        ? { under: `adsquads/${adSquadId}` }
        : campaignId !== undefined && type !== 'campaign'
          ? { under: `campaigns/${campaignId}` }
          : {};
    return (await listRows(api, access, type, under)).map((row) => ownObject(type, row));
  },
});

function ownObject(type: EntityType, row: Row): OwnObject {
  const time = (field: string): string | undefined => {
    const ms = msOf(row[field]);
    return ms === undefined ? undefined : new Date(ms).toISOString();
  };
  return {
    id: said(row.id),
    name: said(row.name),
    status: statusOf(row),
    effectiveStatus: effectiveOf(row),
    delivery: deliveryReasons(row),
    ...defined({ createdTime: time('created_at'), updatedTime: time('updated_at') }),
    ...(type === 'ad'
      ? {}
      : {
          ...budgetsOf(type, row),
          ...defined({ startTime: time('start_time'), endTime: time('end_time') }),
        }),
    ...(type === 'campaign' && { objective: objectiveOf(row) }),
    ...(type === 'adset' &&
      defined({
        campaignId: text(row.campaign_id),
        optimizationGoal: text(row.optimization_goal),
        bidStrategy: text(row.bid_strategy),
        bid: fromMicro(row.bid_micro),
        type: text(at(row, 'child_ad_type')),
      })),
    ...(type === 'ad' && {
      ...defined({
        adSquadId: text(row.ad_squad_id),
        creativeId: text(row.creative_id),
        type: text(row.type),
      }),
      review: reviewReasons(row),
    }),
  };
}
