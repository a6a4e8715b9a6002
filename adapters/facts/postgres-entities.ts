import type { Fact } from '../../core/ports/facts.ts';
import { entityKinds } from './columns.ts';

/** A campaign, ad set, ad or kind of result, as a put to Postgres names it. */
export interface Entity {
  readonly id: string;
  readonly name: string;
  readonly parent: number | null;
}

export interface KnownEntity extends Entity {
  readonly key: number;
}

/** What must be written so that the entities are known as they are named now. */
interface EntityChanges {
  readonly fresh: readonly Entity[];
  readonly changed: readonly Omit<KnownEntity, 'id'>[];
}

export function changesOf(wanted: ReadonlyMap<string, Entity>, known: ReadonlyMap<string, KnownEntity>): EntityChanges {
  const fresh: Entity[] = [];
  const changed: Omit<KnownEntity, 'id'>[] = [];
  for (const entity of wanted.values()) {
    const row = known.get(entity.id);
    if (row === undefined) {
      fresh.push(entity);
      continue;
    }
    const name = entity.name === '' ? row.name : entity.name;
    if (name !== row.name || entity.parent !== row.parent) changed.push({ key: row.key, name, parent: entity.parent });
  }
  return { fresh, changed };
}

/** The entities of one kind that facts name: those above must have their keys already. */
export const wantedOf = {
  campaigns: (facts: readonly Fact[]) =>
    collect(facts, ({ campaignId, campaignName }) => ({ id: campaignId, name: campaignName, parent: null })),
  adsets: (facts: readonly Fact[], campaigns: ReadonlyMap<string, number>) =>
    collect(facts, ({ adsetId, adsetName, campaignId }) => ({
      id: adsetId,
      name: adsetName,
      parent: campaigns.get(campaignId) ?? null,
    })),
  ads: (facts: readonly Fact[], adsets: ReadonlyMap<string, number>) =>
    collect(facts, ({ adId, adName, adsetId }) => ({ id: adId, name: adName, parent: adsets.get(adsetId) ?? null })),
  kinds: (facts: readonly Fact[]) =>
    collect(facts, ({ resultType }) => (resultType ? { id: resultType, name: '', parent: null } : undefined)),
};

export const kindNumbers = {
  campaigns: entityKinds.campaignId,
  adsets: entityKinds.adsetId,
  ads: entityKinds.adId,
  kinds: entityKinds.result,
} as const;

function collect(facts: readonly Fact[], read: (fact: Fact) => Entity | undefined): ReadonlyMap<string, Entity> {
  const wanted = new Map<string, Entity>();
  for (const fact of facts) {
    const entity = read(fact);
    if (entity !== undefined) wanted.set(entity.id, entity);
  }
  return wanted;
}
