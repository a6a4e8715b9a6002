import type { JsonObject } from '../entity.ts';
import type { FaultRule } from '../faults.ts';
import type { World } from '../world.ts';

/** Leads of people who fill in a form of the stage. Times are simulated. */
export interface LeadOrder {
  readonly count: number;
  readonly everyMs: number;
  /** From now. */
  readonly startMs?: number;
  /** In addresses, to look for in a store: `word-3@people.example`. */
  readonly word?: string;
  readonly isTest?: boolean;
  /**
   * An ad with a form, which they came by. Default: an ad and the form of the stage; simulations
   * without such ads have no other.
   */
  readonly adId?: string;
  /** Entered at the platform beside the address of notices, where it has such a key. */
  readonly key?: string;
}

/** A call that the platform makes to an address of ours, as it would travel. */
export interface SignedNotice extends JsonObject {
  readonly leadId: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

export interface StageLeads {
  /** A form that takes leads. */
  readonly formId: string;
  /** What a connection needs beside the usual, so that notices can be proved. */
  readonly credentials?: { readonly [name: string]: string };
  /** Rules for reads of leads, as shares of all calls. */
  readonly badDay?: readonly FaultRule[];
  /** Answers their ids. Absent: leads cannot be read here. */
  arrive?(world: World, order: LeadOrder): readonly string[];
  /** Absent: the platform's signature is not published. */
  notices?(world: World, leadIds: readonly string[], key?: string): readonly SignedNotice[];
}

export interface Person {
  readonly at: number;
  readonly email: string;
  readonly phone: string;
  readonly name: string;
}

export function peopleOf(
  world: World,
  { count, everyMs, startMs = 0, word = 'person' }: LeadOrder,
): readonly Person[] {
  const start = world.now() + startMs;
  return Array.from({ length: count }, (_, i) => ({
    // Times have seconds.
    at: Math.floor((start + i * everyMs) / 1_000) * 1_000,
    email: `${word}-${i + 1}@people.example`,
    phone: `+4915${String(100_000_000 + i)}`,
    name: `Person ${i + 1}`,
  }));
}
