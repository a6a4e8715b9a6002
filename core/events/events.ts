import type { AccountKey } from '../base/account-key.ts';
import type { Write } from '../ports/store.ts';

/** What programs can be called for, as webhooks name it. */
export const eventNames = [
  'batch.finished',
  'automation.executed',
  'comment.created',
  'connection.expiring',
  'report.finished',
  'approval.requested',
  'ad.rejected',
] as const;

export type EventName = (typeof eventNames)[number];

/** What people can be notified of. */
export const newsKinds = [
  'launch.finished',
  'launch.failed',
  'ad.rejected',
  'connection.ends',
  'approval.waits',
  'rule.acted',
  'refresh.failed',
] as const;

export type NewsKind = (typeof newsKinds)[number];

/** An event in words, for people. */
export interface News {
  readonly kind: NewsKind;
  readonly title: string;
  /** Listeners cut what is too long. */
  readonly text: string;
  /** The page of the dashboard where it is dealt with. */
  readonly link: string;
  /** What it is about: a reader who cannot see that does not see the news. */
  readonly batch?: string;
  readonly account?: AccountKey;
}

/** Something that happened. */
export interface Event {
  /** Chosen by the emitter, and the same when its commit has to be tried again: listeners recognise repetitions by it. */
  readonly id: string;
  readonly at: number;
  /** For programs. `only`: the receivers that may get it. */
  readonly call?: { readonly name: EventName; readonly data: object; readonly only?: readonly string[] | undefined };
  readonly news?: News | undefined;
}

/** Hears of events. Its writes go into the commit that makes the event true, so that neither is lost without the other. */
export interface Listener {
  writes(companyId: string, event: Event): Promise<readonly Write[]>;
  /** Whether a company has a receiver that wants this. Absent: the listener has no receivers. */
  wants?(companyId: string, name: EventName | NewsKind): Promise<boolean>;
  /** Whether a company has the receiver of this id. */
  has?(companyId: string, receiver: string): Promise<boolean>;
}

/** All listeners of a service as one. */
export interface Events {
  writes(companyId: string, event: Event): Promise<readonly Write[]>;
  /** Whether it is worth finding out. */
  isWanted(companyId: string, name: EventName | NewsKind): Promise<boolean>;
  /** Whether there is a receiver that `only` could name. */
  hasReceiver(companyId: string, receiver: string): Promise<boolean>;
}

export const eventsFor = (listeners: readonly Listener[]): Events => ({
  async writes(companyId, event) {
    const writes: Write[] = [];
    for (const listener of listeners) writes.push(...(await listener.writes(companyId, event)));
    return writes;
  },
  async isWanted(companyId, name) {
    for (const listener of listeners) if (await listener.wants?.(companyId, name)) return true;
    return false;
  },
  async hasReceiver(companyId, receiver) {
    for (const listener of listeners) if (await listener.has?.(companyId, receiver)) return true;
    return false;
  },
});
