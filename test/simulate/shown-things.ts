import type { AdSet, Campaign } from '../../core/ports/platform-accounts.ts';
import type { CopySource } from '../../core/ports/platform-changes.ts';
import type { EntityFacts } from '../../core/ports/platform-reads.ts';
import type { Thing, Things } from './things.ts';

/** How the platform shows its objects. */

const budgetOf = ({ dailyBudget }: Thing) => (dailyBudget === undefined ? {} : { dailyBudget });

export const campaignOf = (thing: Thing): Campaign => ({
  id: thing.id,
  name: thing.name,
  objective: 'OUTCOME_TRAFFIC',
  status: thing.status,
  effectiveStatus: thing.status,
  ...budgetOf(thing),
});

const below = (things: Things, id: string): readonly Thing[] =>
  [...things.all.values()].filter(({ parent, status }) => parent === id && status !== 'DELETED');

export function adSetOf(things: Things, thing: Thing): AdSet {
  const campaign = things.get(thing.parent ?? '');
  const ads = below(things, thing.id);
  return {
    id: thing.id,
    name: thing.name,
    status: thing.status,
    effectiveStatus: thing.status,
    campaignId: campaign?.id ?? '',
    campaignName: campaign?.name ?? '',
    objective: 'OUTCOME_TRAFFIC',
    campaign: { status: campaign?.status ?? 'PAUSED', ...(campaign && budgetOf(campaign)) },
    hasActiveAds: ads.some(({ status }) => status === 'ACTIVE'),
    adCount: ads.length,
    capacity: 5_000,
    ...budgetOf(thing),
  };
}

export function factsOf(things: Things, thing: Thing): EntityFacts {
  const { id, type, name, status, account, parent } = thing;
  if (type === 'creative') throw new Error('Creatives are not shown.');
  const campaign = type === 'ad' ? things.get(parent ?? '')?.parent : parent;
  return {
    id,
    type,
    name,
    status,
    adAccountId: account,
    createdTime: '2026-11-01T00:00:00Z',
    objective: 'OUTCOME_TRAFFIC',
    ...(campaign !== undefined && { campaignId: campaign }),
    ...(type === 'ad' && parent !== undefined && { adSetId: parent }),
    ...budgetOf(thing),
  };
}

export function sourceOf(things: Things, thing: Thing): CopySource {
  const { objective: _objective, createdTime: _createdTime, ...facts } = factsOf(things, thing);
  return {
    ...facts,
    ...(thing.copiedFrom !== undefined && { copiedFrom: thing.copiedFrom }),
    children: below(things, thing.id).map((child) => sourceOf(things, child)),
  };
}
