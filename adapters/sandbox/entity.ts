export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export type JsonObject = { readonly [key: string]: Json };

/** Immutable: a change is a new value under the same id. */
export interface Entity {
  /** Unique across kinds. */
  readonly id: string;
  /** The platform's name of its collection: 'ads', 'adcreatives'. */
  readonly kind: string;
  /** A token opens exactly one. */
  readonly company: string;
  /** The ad account first. */
  readonly parents: readonly string[];
  /** Milliseconds of simulated time. */
  readonly created: number;
  readonly updated: number;
  readonly data: JsonObject;
}

export type Table<T> = { readonly [name: string]: T };
