import type { AdPlatform } from '../ports/ad-platform.ts';
import type { Clock } from '../ports/clock.ts';
import type { CredentialGuide, LaunchRules } from '../ports/platform-definition.ts';
import { type VersionInUse, versionInUse } from '../ports/platform-version.ts';
import { offersOf } from './capabilities.ts';
import type { Platforms } from './find-account.ts';
import type { PlatformRow } from './platform-schema.ts';

/** The version of a platform's API in use; null where its API has no versions. */
export function versionOf(
  { definition: { version: versions }, version }: AdPlatform,
  now: number,
): VersionInUse | null {
  return versions === undefined ? null : versionInUse(versions, version ?? versions.pinned, now);
}

export const listPlatforms = ({
  platforms,
  clock,
}: {
  readonly platforms: Platforms;
  readonly clock: Clock;
}): PlatformRow[] =>
  Object.values(platforms).map((platform) => {
    const {
      id,
      label,
      aliases,
      page,
      adSetWord,
      accountId,
      credentials,
      metrics,
      retentionDays,
      launch,
      lists = [],
    } = platform.definition;
    return {
      id,
      label,
      aliases: [...aliases],
      adSetWord,
      version: versionOf(platform, clock.now()),
      accountIdExample: accountId.example,
      ...(page !== undefined && { page }),
      credentials: {
        fields: credentials.fields.map(({ key, label: called, hint, secret, guide }) => ({
          key,
          label: called,
          hint,
          secret,
          ...(guide && { guide: [...guide] }),
        })),
        ...(credentials.guide && { guide: shownGuide(credentials.guide) }),
        ways: credentials.ways.map((way) => [...way]),
      },
      authorization: platform.oauth === undefined ? null : { extras: [...platform.oauth.extras] },
      offers: [...offersOf(platform)],
      launch: launch === undefined ? null : launchRow(launch),
      metrics: Object.keys(metrics),
      retentionDays,
      lists: lists.map(({ path, kind, summary }) => ({ path: `/v1/${id}/${path}`, kind, summary })),
    };
  });

const shownGuide = ({ steps, scopes, ...words }: CredentialGuide) => ({
  ...words,
  steps: [...steps],
  ...(scopes && { scopes: [...scopes] }),
});

const launchRow = ({
  types,
  identity,
  extras,
  fields,
  callsToAction,
  macros,
}: LaunchRules): NonNullable<PlatformRow['launch']> => ({
  types: [...types],
  identity,
  extras: [...extras],
  fields: fields.map(({ name, header, aliases, note, holds, choices }) => ({
    name,
    header,
    ...(aliases && { aliases: [...aliases] }),
    note,
    holds,
    ...(choices && { choices: [...choices] }),
  })),
  callsToAction: [...callsToAction],
  macros: macros?.map((macro) => ({ ...macro })) ?? null,
});
