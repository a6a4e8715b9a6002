import type { Evidence } from './evidence.ts';

const DAY_MS = 86_400_000;

/** The versions of a platform's API: the one place that names them. */
export interface PlatformVersions {
  /** In use unless a setting names another. */
  readonly pinned: string;
  /** A newer one that answers already. */
  readonly next?: string;
  /** Versions that a setting may name. Absent: there is no choice. */
  readonly form?: RegExp;
  /** Every other known version, and those with a known end. */
  readonly ends: readonly VersionEnd[];
}

export interface VersionEnd {
  readonly version: string;
  /**
   * The first day without answers, YYYY-MM-DD; YYYY-MM where the platform names the month only;
   * null: not published.
   */
  readonly on: string | null;
  /** The first month with answers, YYYY-MM. Absent: it was there before anybody asks. */
  readonly since?: string;
  readonly source: string;
  /** When the source was read, YYYY-MM-DD. */
  readonly asOf: string;
}

/** A part of a platform's API that ends, whatever the version. */
export interface PlatformEnding extends Evidence {
  /** Begins a sentence: `Manual campaigns`. */
  readonly what: string;
  /** The last day to rely on it, YYYY-MM-DD. */
  readonly on: string;
  /** What comes then, for people. */
  readonly after: string;
  /** What to do about it. */
  readonly fix: string;
  /** What ad accounts need for what comes then: the subject of their notes (account-notes.ts). */
  readonly right: string;
}

/** Doctor, dashboard and metrics name an end this many days before. */
export const VERSION_NOTICE_DAYS = 60;

/** The version in use, for people and programs. */
export interface VersionInUse {
  readonly version: string;
  readonly endsOn: string | null;
  /** Whole days, of a month to its first; null where no end is known. */
  readonly daysLeft: number | null;
  readonly source: string | null;
  /** A newer version that answers already, where there is one. */
  readonly next: string | null;
}

const endOf = (
  { ends }: PlatformVersions,
  version: string,
): (VersionEnd & { readonly on: string }) | undefined =>
  ends.find(
    (end): end is VersionEnd & { readonly on: string } =>
      end.version === version && end.on !== null,
  );

/** Whether the platform answers this version; of a month that is named only until its last day. */
export function isVersionAlive(versions: PlatformVersions, version: string, now: number): boolean {
  const { pinned, next, ends } = versions;
  if (![pinned, next, ...ends.map((each) => each.version)].includes(version)) return false;
  const since = ends.find((each) => each.version === version)?.since;
  if (since !== undefined && now < Date.parse(since)) return false;
  const end = endOf(versions, version);
  if (end === undefined) return true;
  const [year = 0, month = 0] = end.on.split('-').map(Number);
  return now < (end.on.length === 7 ? Date.UTC(year, month, 1) : Date.parse(end.on));
}

export function versionInUse(
  versions: PlatformVersions,
  version: string,
  now: number,
): VersionInUse {
  const end = endOf(versions, version);
  return {
    version,
    endsOn: end?.on ?? null,
    daysLeft: end === undefined ? null : Math.ceil((Date.parse(end.on) - now) / DAY_MS),
    source: end?.source ?? null,
    next: versions.next !== undefined && versions.next !== version ? versions.next : null,
  };
}

export const endsSoon = ({ daysLeft }: VersionInUse, days = VERSION_NOTICE_DAYS): boolean =>
  daysLeft !== null && daysLeft <= days;

/** `Version v26 of the API ends on 2027-11 (source).` */
export function endInWords({ version, endsOn, daysLeft, source }: VersionInUse): string {
  if (endsOn === null || daysLeft === null)
    return `Version ${version} of the API has no published end.`;
  return daysLeft > 0
    ? `Version ${version} of the API ends on ${endsOn}, in ${daysLeft} days at the earliest (${source}).`
    : `Version ${version} of the API has ended on ${endsOn} (${source}).`;
}
