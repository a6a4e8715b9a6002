import type { PlatformId } from '../base/platforms.ts';
import type { Credentials } from './platform-accounts.ts';

/** The simulated platforms of this service. */
export interface Sandbox {
  /** Of the accounts it holds from the start. */
  demo(): Promise<SandboxCredentials>;
  /** Of newly seeded ad accounts that only this company sees. */
  seed(companyId: string): Promise<SandboxCredentials>;
  /** What can be made to go wrong, and what does at the moment. */
  faults(): Promise<SandboxFaults>;
  addFault(rule: SandboxRule): Promise<SandboxFaults>;
  clearFaults(): Promise<SandboxFaults>;
  /** Counts since its start. */
  state(): Promise<SandboxState>;
}

/** By platform; the research source is `research`. */
export type SandboxCredentials = { readonly [platform: PlatformId]: Credentials };

export interface SandboxFaults {
  /** Everything that can be played. */
  readonly known: readonly {
    readonly name: string;
    readonly family: number;
    readonly what: string;
  }[];
  /** With how often each was met and how often it fired. */
  readonly active: readonly (SandboxRule & { readonly seen: number; readonly fired: number })[];
  readonly favourites: readonly SandboxFavourite[];
}

/** Rules that belong together, in words for people. */
export interface SandboxFavourite {
  readonly title: string;
  readonly what: string;
  readonly rules: readonly SandboxRule[];
}

export interface SandboxRule {
  readonly fault: string;
  /** Absent: every simulated system that can. */
  readonly platform?: string | undefined;
  readonly method?: string | undefined;
  /** Without host, platform and version; `*` stands for anything. */
  readonly path?: string | undefined;
  /** From the nth matching call on, counted from 1. */
  readonly nth?: number | undefined;
  readonly times?: number | undefined;
  /** 0 to 1. */
  readonly probability?: number | undefined;
  readonly account?: string | undefined;
  /** For faults that last: milliseconds. */
  readonly ms?: number | undefined;
}

export interface SandboxState {
  /** HTTP requests. */
  readonly requests: number;
  /** As the platforms count them: each member of a batch for itself. */
  readonly calls: number;
  /** On all platforms, without deleted ones. */
  readonly ads: number;
  /** Number of each kind. */
  readonly objects: { readonly [kind: string]: number };
}
