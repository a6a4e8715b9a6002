import { type Measures, nothing } from '../../kit/metrics.ts';
import type { Entity, JsonObject } from '../../types.ts';

export interface Tally extends Measures {
  readonly entity: Entity;
  /** Names of the levels above come from it. */
  readonly ad: Entity;
  readonly key: JsonObject;
  readonly from: string;
  readonly to: string;
  readonly purchases: number;
  readonly leads: number;
  readonly installs: number;
  /** Of three seconds. */
  readonly videoViews: number;
  /** Minor units. */
  readonly purchaseValue: number;
  /** Undefined for several goals. */
  readonly goal: string | undefined;
}

export interface AdFacts {
  readonly ad: Entity;
  readonly objective: string;
  readonly goal: string;
  readonly isVideo: boolean;
}

/** Whose figures they are. */
interface Place extends AdFacts {
  readonly range: { readonly from: string; readonly to: string };
  readonly entity: Entity;
}

interface Tallies {
  count(id: string, place: Place, key: JsonObject, measures: Measures): void;
  /** In order of their first figures. */
  all(): readonly Tally[];
}

type Growing = { -readonly [Field in keyof Tally]: Tally[Field] };

const unsold = { purchases: 0, leads: 0, installs: 0, videoViews: 0, purchaseValue: 0 };

export function createTallies(): Tallies {
  const rows = new Map<string, Growing>();
  return {
    count(id, { range: { from, to }, entity, ad, objective, goal, isVideo }, key, measures) {
      let row = rows.get(id);
      if (row === undefined) {
        row = { entity, ad, key, from, to, goal, ...nothing, ...unsold };
        rows.set(id, row);
      }
      row.impressions += measures.impressions;
      row.clicks += measures.clicks;
      row.linkClicks += measures.linkClicks;
      row.spend += measures.spend;
      row.results += measures.results;
      row.value += measures.value;
      if (isVideo) row.videoViews += Math.floor(measures.impressions / 4) + measures.clicks;
      if (row.goal !== goal) row.goal = undefined;
      if (objective === 'OUTCOME_SALES') {
        row.purchases += measures.results;
        row.purchaseValue += measures.value;
      } else if (objective === 'OUTCOME_LEADS') row.leads += measures.results;
      else if (objective === 'OUTCOME_APP_PROMOTION') row.installs += measures.results;
    },
    all: () => [...rows.values()],
  };
}
