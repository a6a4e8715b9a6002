export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export type JsonObject = { readonly [key: string]: Json };

/** One object as its platform holds it. Never changed in place: a change is a new value under the same id. */
export interface Entity {
  /** Unique in the whole world, whatever the kind. */
  readonly id: string;
  /** The platform's word for the collection it is counted in ('ads', 'adcreatives', …). */
  readonly kind: string;
  /** The seeded world it belongs to; a token opens exactly one. */
  readonly company: string;
  /** Ids of the objects it is listed under, the ad account first. */
  readonly parents: readonly string[];
  /** Milliseconds of simulated time. */
  readonly created: number;
  readonly updated: number;
  readonly data: JsonObject;
}
