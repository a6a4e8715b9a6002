import type { Access } from './platform-accounts.ts';
import type { Json } from './store.ts';

/** Lists that settings of campaigns, ad sets and ads are chosen from. */
export const choiceKinds = [
  'audiences',
  'lookalikeAudiences',
  'savedAudiences',
  'interests',
  'leadForms',
  'catalogs',
  'productSets',
  'valueRuleSets',
  'secondaryPosts',
] as const;
export type ChoiceKind = (typeof choiceKinds)[number];

export interface ChoicesCapability {
  /** The kinds offered here, and what each must be asked with. */
  readonly kinds: { readonly [K in ChoiceKind]?: ChoiceForm };
  list(access: Access, query: ChoiceQuery): Promise<readonly Choice[]>;
}

export interface ChoiceForm {
  /** Whose they are, where that must be said: `a page`, `a catalogue`. */
  readonly of?: string;
  /** Nothing is listed without a search text. */
  readonly searchOnly?: true;
}

export interface ChoiceQuery {
  readonly kind: ChoiceKind;
  readonly of?: string;
  /** Given for `searchOnly` kinds. */
  readonly text?: string;
}

export interface Choice {
  readonly id: string;
  readonly name: string;
  /** In the platform's own words. */
  readonly type?: string;
  /** People reached. */
  readonly size?: { readonly least: number; readonly most: number };
  /**
   * The field of a request that takes it, and the value there. Absent where no request does yet.
   */
  readonly use?: { readonly field: string; readonly value: Json };
}
