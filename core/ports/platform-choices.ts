import type { Access } from './platform-accounts.ts';
import type { Json } from './store.ts';

/** What the settings of campaigns, ad sets and ads are chosen from: audiences, interests, forms, catalogues. */
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
  /** The kinds there are here, and what each must be asked with. */
  readonly kinds: { readonly [K in ChoiceKind]?: ChoiceForm };
  list(access: Access, query: ChoiceQuery): Promise<readonly Choice[]>;
}

export interface ChoiceForm {
  /** Whose they are, where that has to be said: `a page`, `a catalogue`. */
  readonly of?: string;
  /** Nothing is listed without a text to search for. */
  readonly searchOnly?: true;
}

export interface ChoiceQuery {
  readonly kind: ChoiceKind;
  readonly of?: string;
  /** Given for kinds that are `searchOnly`. */
  readonly text?: string;
}

export interface Choice {
  readonly id: string;
  readonly name: string;
  /** In the platform's own words. */
  readonly type?: string;
  /** How many people it reaches, between these. */
  readonly size?: { readonly least: number; readonly most: number };
  /** The field of a request that takes it, and the value to give there. Absent where no request does yet. */
  readonly use?: { readonly field: string; readonly value: Json };
}
