import type { PlatformId } from '../base/platforms.ts';
import type { Credentials } from './platform-accounts.ts';

/** The simulated platforms, where this service brings its own. */
export interface Sandbox {
  /** Credentials of the accounts it holds from the start. */
  demo(): Promise<SandboxCredentials>;
  /** Credentials that reach freshly seeded ad accounts nobody else sees. */
  seed(companyId: string): Promise<SandboxCredentials>;
  /** What can be made to go wrong, and what does at the moment. */
  faults(): Promise<SandboxFaults>;
  addFault(rule: SandboxRule): Promise<SandboxFaults>;
  clearFaults(): Promise<SandboxFaults>;
  /** What it has counted since its start. */
  state(): Promise<SandboxState>;
}

/** What to connect each simulated platform with, by platform; the research source is among them as `research`. */
export type SandboxCredentials = { readonly [platform: PlatformId]: Credentials };

export interface SandboxFaults {
  /** By name: everything that can be played. */
  readonly known: readonly { readonly name: string; readonly family: number; readonly what: string }[];
  /** The rules in force, with how often each was met and how often it fired. */
  readonly active: readonly (SandboxRule & { readonly seen: number; readonly fired: number })[];
  /** What people want to see first. */
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
  /** The simulated system that plays it; every one that can when absent. */
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
  /** Calls as the platforms count them: each member of a batch for itself. */
  readonly calls: number;
  /** Ads on all platforms, deleted ones not counted. */
  readonly ads: number;
  /** How many objects of each kind there are. */
  readonly objects: { readonly [kind: string]: number };
}
