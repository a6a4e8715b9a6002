import type { ComponentType } from 'preact';
import type { InputOf, RowOf } from '../base/api.ts';
import type { IconName } from './icons.tsx';

/**
 * What a feature shows on pages of others and in the house, which do not know whose it is. Members
 * that begin with `use` are hooks: the list of plugs never changes while the page is open.
 */
export interface Plug {
  /** A kind of templates, on their page. */
  readonly template?: {
    readonly path: string;
    readonly title: string;
    readonly Tab: ComponentType<{ mayChange: boolean }>;
  };
  /** Fields of names that results are grouped by. */
  useNameFields?(): readonly string[];
  /** What people saved under a name, for the search. */
  useSaved?(): readonly Choice[];
  /** Finds things by name or id. */
  find?(text: string, signal: AbortSignal): Promise<readonly Found[]>;
  /** Above the ads, and above the reports: what is shown, kept under a name. */
  readonly KeptViews?: ComponentType<{ question: string; onOpen: (question: string) => void }>;
  readonly KeptReports?: ComponentType<KeptReportsProps>;
  /** Where events can go. */
  readonly Destination?: ComponentType<{
    label: string;
    hint: string;
    value: string;
    onValue: (to: string) => void;
  }>;
  /** A place where events go, as people call it. */
  useDestinationName?(): (destination: string) => string | undefined;
  /** What waits for approval besides plans. */
  useAsking?(
    most: number,
    everyMs: number,
  ): { readonly asking: readonly Asking[]; readonly total: number; readonly isRead: boolean };
  /** Names what changed an object without a person, by the keys that the audit log has. */
  useActors?(keyIds: readonly string[]): (keyId: string) => string | undefined;
  /** A field of forms that make campaigns and ad sets. */
  readonly creation?: {
    readonly field: string;
    readonly label: string;
    readonly hint: string;
    useChoices(level: string): readonly { readonly id: string; readonly name: string }[];
  };
  /** Steps of a company that begins. */
  useSteps?(): readonly (readonly [what: string, href: string, isDone: boolean])[];
  /** On the page of connections. */
  readonly connection?: { readonly title: string; readonly Card: ComponentType };
  readonly drafts?: DraftShelf;
  readonly previews?: Previews;
}

interface KeptReportsProps {
  /** The id of the one that the address asks for. */
  readonly asked: string | null;
  /** What is shown, to be kept. */
  query: () => { readonly query: object; readonly period: string | undefined };
  /** Absent until the days of a kept report can be told. */
  zone: string | undefined;
  onOpen: (kept: KeptReport) => void;
}

export interface KeptReport {
  readonly period: string | null;
  readonly query: Partial<Record<keyof InputOf<'reports.query'>, unknown>>;
}

export interface Choice {
  readonly key: string;
  readonly title: string;
  readonly what: string;
  readonly icon: IconName;
  readonly href?: string;
  readonly act?: 'theme' | 'sign-out' | 'help' | { readonly pause: Found };
}

export interface Found {
  readonly kind: 'account' | 'campaign' | 'adset' | 'ad' | 'batch' | 'asset' | 'rule';
  readonly id: string;
  readonly name: string;
  readonly platform: string | null;
  readonly accountId: string | null;
  readonly accountName: string | null;
}

export interface Asking {
  readonly key: string;
  readonly href: string;
  readonly text: string;
  readonly more: number;
  readonly stake: string;
  readonly status: RowOf<'approvals.list'>['status'];
  readonly destroys: boolean;
  readonly at: string;
  readonly by: string;
}

/** Launches that are kept for later. */
interface DraftShelf {
  /** The operation that launches one. */
  readonly operation: string;
  open(id: number): Promise<{ readonly ads: readonly Ad[]; readonly adSets: readonly unknown[] }>;
  /** Answers the id; `id` is that of the draft that is open. */
  save(
    id: number | undefined,
    draft: { readonly name: string; readonly ads: readonly Ad[] },
  ): Promise<number>;
  remove(id: number): Promise<unknown>;
  readonly List: ComponentType;
}

type Ad = { readonly [member: string]: unknown };

/** How ads look at their platforms. */
interface Previews {
  readonly Plan: ComponentType<{ ads: readonly Ad[] }>;
  readonly Launch: ComponentType<{ input: object }>;
  readonly Batch: ComponentType<{ id: number }>;
  readonly Media: ComponentType<{ id: number }>;
  readonly List: ComponentType<{
    previews: { readonly data: readonly object[]; readonly total: number };
  }>;
}

let plugs: readonly Plug[] = [];

/** Called once, before anything is drawn. */
export const plugIn = (all: readonly Plug[]): void => {
  plugs = all;
};

export const plugged = <N extends keyof Plug>(name: N): readonly NonNullable<Plug[N]>[] =>
  plugs.flatMap((plug) => (plug[name] === undefined ? [] : [plug[name] as NonNullable<Plug[N]>]));
