import type { Fact } from '../../core/ports/facts.ts';
import { entityKinds } from './columns.ts';

/** The keys under which a fact's names are kept. */
export interface FactKeys {
  readonly campaign: number;
  readonly adset: number;
  readonly ad: number;
  /** 0 when the fact does not say what its results are. */
  readonly resultType: number;
}

/** An entity as it is kept. */
export interface Known {
  readonly key: number;
  name: string;
  parent: number | null;
}

export interface NewEntity extends Omit<Known, 'key'> {
  readonly account: number;
  readonly kind: number;
  readonly id: string;
}

/** Where entities are kept. */
interface EntityTable {
  find(account: number, kind: number, id: string): Known | undefined;
  /** Answers the key of the new one. */
  add(entity: NewEntity): number;
  rename(key: number, name: string, parent: number | null): void;
}

/** More than this many entities are looked up again each time. */
const MOST_REMEMBERED = 100_000;

/**
 * Gives entities their keys and keeps their names up to date. What was looked up for an account is
 * remembered until somebody else puts to it: days of one account follow each other, with the same
 * ads.
 */
export function createEntityKeys({ find, add, rename }: EntityTable) {
  let account = 0;
  let generation = -1;
  let remembered = new Map<number, Map<string, Known>>();
  /** Each ad with those above it: most days have the same ads under the same names. */
  let lastOf = new Map<string, Chain>();

  const keyOf = (kind: number, id: string, name: string, parent: number | null): Known => {
    const ofKind = remembered.get(kind) ?? new Map<string, Known>();
    remembered.set(kind, ofKind);
    const known = ofKind.get(id) ?? find(account, kind, id);
    if (known === undefined) {
      const added = { key: add({ account, kind, id, name, parent }), name, parent };
      ofKind.set(id, added);
      return added;
    }
    ofKind.set(id, known);
    const latest = name === '' ? known.name : name;
    if (known.name !== latest || known.parent !== parent) {
      rename(known.key, latest, parent);
      known.name = latest;
      known.parent = parent;
    }
    return known;
  };

  return {
    /**
     * Before the facts of a put, inside its transaction, with the account's generation as the put
     * has made it. Answers whether nothing is remembered.
     */
    begin(ofAccount: number, madeGeneration: number): boolean {
      const size = [...remembered.values()].reduce((sum, ofKind) => sum + ofKind.size, 0);
      const isAnew =
        ofAccount !== account || madeGeneration !== generation + 1 || size > MOST_REMEMBERED;
      if (isAnew) {
        remembered = new Map();
        lastOf = new Map();
      }
      account = ofAccount;
      generation = madeGeneration;
      return isAnew;
    },
    /** A put that was rolled back has taken its keys with it. */
    forget(): void {
      generation = -1;
      remembered = new Map();
      lastOf = new Map();
    },
    of(fact: Fact): FactKeys {
      const last = lastOf.get(fact.adId);
      if (last !== undefined && isAsKnown(last, fact)) return last.keys;
      const campaign = keyOf(entityKinds.campaignId, fact.campaignId, fact.campaignName, null);
      const adset = keyOf(entityKinds.adsetId, fact.adsetId, fact.adsetName, campaign.key);
      const ad = keyOf(entityKinds.adId, fact.adId, fact.adName, adset.key);
      const resultType = fact.resultType
        ? keyOf(entityKinds.result, fact.resultType, '', null).key
        : 0;
      const keys = { campaign: campaign.key, adset: adset.key, ad: ad.key, resultType };
      lastOf.set(fact.adId, { fact, campaign, adset, ad, keys });
      return keys;
    },
  };
}

interface Chain {
  readonly fact: Fact;
  readonly campaign: Known;
  readonly adset: Known;
  readonly ad: Known;
  readonly keys: FactKeys;
}

/**
 * Whether nothing of it is to be looked up or written: other ads may have renamed or moved what it
 * is in.
 */
const isAsKnown = ({ fact: last, campaign, adset, ad }: Chain, fact: Fact): boolean =>
  last.adsetId === fact.adsetId &&
  last.campaignId === fact.campaignId &&
  last.resultType === fact.resultType &&
  campaign.name === fact.campaignName &&
  adset.name === fact.adsetName &&
  ad.name === fact.adName &&
  adset.parent === campaign.key &&
  ad.parent === adset.key;
