import type { AccountKey } from '../base/account-key.ts';
import type { Write } from '../ports/store.ts';

export const newsKinds = [
  'launch.finished',
  'launch.failed',
  'ad.rejected',
  'connection.ends',
  'approval.waits',
  'approval.ended',
  'rule.acted',
  'refresh.failed',
] as const;

export type NewsKind = (typeof newsKinds)[number];

export interface News {
  readonly kind: NewsKind;
  readonly title: string;
  /** Listeners cut what is too long. */
  readonly text: string;
  /** The dashboard page that deals with it. */
  readonly link: string;
  /** A reader who cannot see this does not see the news. */
  readonly batch?: string;
  readonly account?: AccountKey;
}

export interface Event {
  /** The same when the commit is tried again: listeners recognise repetitions by it. */
  readonly id: string;
  readonly at: number;
  /** For programs, by a name that a feature declares. `only`: the receivers that may get it. */
  readonly call?: {
    readonly name: string;
    readonly data: object;
    readonly only?: readonly string[] | undefined;
  };
  readonly news?: News | undefined;
}

/** Its writes go into the commit that makes the event true. */
export interface Listener {
  writes(companyId: string, event: Event): Promise<readonly Write[]>;
  /** Whether a company has a receiver for this. Absent: the listener has no receivers. */
  wants?(companyId: string, name: string): Promise<boolean>;
  has?(companyId: string, receiver: string): Promise<boolean>;
  /** Whether what an event of this id asked for is decided, ended or gone. */
  isOver?(companyId: string, id: string, now: number): Promise<boolean>;
}

export interface Events {
  writes(companyId: string, event: Event): Promise<readonly Write[]>;
  isWanted(companyId: string, name: string): Promise<boolean>;
  hasReceiver(companyId: string, receiver: string): Promise<boolean>;
  /** Absent where nothing is listed. */
  readonly isOver?: (companyId: string, id: string) => Promise<boolean>;
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
