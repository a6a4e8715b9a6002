import type { LaunchRules } from '../ports/platform-definition.ts';
import { offersOf } from './capabilities.ts';
import type { Platforms } from './find-account.ts';
import type { PlatformRow } from './platform-schema.ts';

export const listPlatforms = ({ platforms }: { readonly platforms: Platforms }): PlatformRow[] =>
  Object.values(platforms).map((platform) => {
    const {
      id,
      label,
      aliases,
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
      accountIdExample: accountId.example,
      credentials: {
        fields: credentials.fields.map((field) => ({ ...field })),
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
  fields: fields.map((field) => ({ ...field })),
  callsToAction: [...callsToAction],
  macros: macros?.map((macro) => ({ ...macro })) ?? null,
});
