import { isCountry } from '../../../../core/base/schema/country.ts';
import { join } from '../../../../core/base/schema/faults.ts';
import { asRow, parse, rowsOf, said, text } from '../../kit/json.ts';
import type { Fault, PlatformFailure, Row, Targeting } from '../../types.ts';
import { majorOf } from '../version.ts';

/** With one of these an automated audience is not meant. */
const narrowing = [
  'age_min',
  'age_max',
  'genders',
  'interests',
  'behaviors',
  'flexible_spec',
  'custom_audiences',
  'locales',
];

/**
 * The platform demands the flag (1870227). Default: no for an audience described by hand, else yes.
 */
export function withAudienceFlag(targeting: Targeting): Targeting {
  const automation = asRow(targeting.targeting_automation);
  if (automation?.advantage_audience !== undefined) return targeting;
  const advantage_audience = narrowing.some((field) => targeting[field] !== undefined) ? 0 : 1;
  return { ...targeting, targeting_automation: { ...automation, advantage_audience } };
}

interface Fallback {
  readonly targeting: Targeting;
  readonly warning: string;
}

export const audienceSwitchedOff =
  'The platform refused the automated audience together with this targeting; it was switched off.';

/**
 * What to send instead of a refused targeting: always a part of what was asked for, never nothing
 * in place of something, because the platform takes an absent limit for none. Undefined where there
 * is no such part: the refusal stands.
 */
export function targetingFallback(
  targeting: Targeting,
  failure: PlatformFailure,
): Fallback | undefined {
  switch (failure.subcode ?? failure.code) {
    case '1870227':
    case '1870188':
    case '1870189':
    case '1870196':
      // Without the field the next refusal is 1870227.
      if (
        asRow(targeting.targeting_automation)?.advantage_audience === 0 &&
        failure.subcode !== '1870196'
      )
        return undefined;
      return {
        targeting: { ...targeting, targeting_automation: { advantage_audience: 0 } },
        warning: audienceSwitchedOff,
      };
    case '1870247':
      return withoutOldInterests(targeting, failure.message);
    case '2490392':
      return withoutPosition(
        targeting,
        lonelyExplore(targeting),
        'It cannot be chosen without its counterpart.',
      );
    default:
      return undefined;
  }
}

/**
 * The message names what has ended, with alternatives, as JSON. An alternative means other people,
 * so the warning names it and the ad set does not get it. Interests of one list are joined by "or":
 * with fewer of them fewer people are meant.
 */
function withoutOldInterests(targeting: Targeting, message: string): Fallback | undefined {
  const start = message.indexOf('[');
  const ended = rowsOf(
    start < 0 ? undefined : parse(message.slice(start, message.lastIndexOf(']') + 1)),
  );
  const old = new Set(ended.map((each) => text(each.deprecated_interest_id)));
  let found = 0;
  /** Undefined where nothing would be left of a list that people are joined by. */
  const rest = (row: Row): Row | undefined => {
    if (!Array.isArray(row.interests)) return row;
    const interests = row.interests.filter((interest) => !old.has(text(asRow(interest)?.id)));
    if (interests.length === row.interests.length) return row;
    found += 1;
    const { interests: _all, ...others } = row;
    return interests.length > 0 ? { ...others, interests } : undefined;
  };
  /** In a group of `flexible_spec` interests are joined to the other lists by "or" too. */
  const restOfGroup = (row: Row): Row | undefined => {
    const { interests: _all, ...others } = row;
    return rest(row) ?? (Object.keys(others).length > 0 ? others : undefined);
  };
  const [own, groups] = [rest(targeting), rowsOf(targeting.flexible_spec).map(restOfGroup)];
  if (found === 0 || own === undefined || groups.includes(undefined)) return undefined;
  const named = ended.map((each) => {
    const [name, other] = [
      each.deprecated_interest_name ?? each.deprecated_interest_id,
      each.alternative_interest_name,
    ];
    return `${said(name)}${text(other) ? ` (the platform suggests ${text(other)})` : ''}`;
  });
  return {
    targeting: { ...own, ...(groups.length > 0 && { flexible_spec: groups }) },
    warning: `Interests that no longer exist were left out: ${named.join(', ')}.`,
  };
}

/** Which position the version no longer has. Marketing API changelog, v26.0; read on 2026-11-16. */
const endedPosition = (version: string): string => (majorOf(version) >= 26 ? 'explore' : '');

/** Explore and explore home go together. */
const lonelyExplore = ({ instagram_positions: positions }: Targeting): string =>
  Array.isArray(positions) && positions.includes('explore_home') ? 'explore_home' : 'explore';

function withoutPosition(targeting: Targeting, ended: string, why: string): Fallback | undefined {
  const { instagram_positions: positions } = targeting;
  if (!Array.isArray(positions) || !positions.includes(ended)) return undefined;
  const left = positions.filter((position) => position !== ended);
  // Without positions the ad set would run in all of them.
  if (left.length === 0) return undefined;
  return {
    targeting: { ...targeting, instagram_positions: left },
    warning: `The placement ${ended} was left out. ${why}`,
  };
}

/**
 * Without what the version no longer has, where something is left; else the platform says what it
 * thinks of it.
 */
export function servedTargeting(
  wanted: Targeting,
  version: string,
): { readonly targeting: Targeting; warnings: string[] } {
  const served = withoutPosition(
    wanted,
    endedPosition(version),
    `Version ${version} of the platform has none.`,
  );
  return served === undefined
    ? { targeting: wanted, warnings: [] }
    : { targeting: served.targeting, warnings: [served.warning] };
}

/** The only position that was chosen has ended: nothing can be made of it that was asked for. */
export function positionFaults(targeting: Targeting, version: string, at: string): Fault[] {
  const ended = endedPosition(version);
  const list =
    ['secondary_positions', 'instagram_positions'].find((name) => targeting[name] !== undefined) ??
    '';
  const positions = targeting[list];
  if (
    !Array.isArray(positions) ||
    positions.length === 0 ||
    positions.some((position) => position !== ended)
  )
    return [];
  const message = `The platform has no placement ${ended} any more, and without it the ad set would run in all placements. Choose others, such as explore_home.`;
  return [{ path: join(at, list), code: 'placement_ended', message }];
}

/** Codes that are not of a country: an ad set with them would never deliver. */
export function countryFaults(targeting: Targeting, at: string): Fault[] {
  return ['geo_locations', 'excluded_geo_locations'].flatMap((list) => {
    const countries = asRow(targeting[list])?.countries;
    const unknown = Array.isArray(countries)
      ? countries.filter((code) => !isCountry(said(code).toUpperCase()))
      : [];
    const message = `${unknown.join(', ').slice(0, 60)} is not the code of a country. Give its two letters, like US or DE.`;
    return unknown.length === 0
      ? []
      : [{ path: join(at, `${list}.countries`), code: 'unknown_country', message }];
  });
}

/** Without fields that can be read but not written. */
export function writableTargeting(targeting: Targeting): Targeting {
  return Object.fromEntries(
    Object.entries(targeting).filter(
      ([field]) => field !== 'age_range' && !field.startsWith('effective_'),
    ),
  );
}

const brandWords: { readonly [neutral: string]: string } = {
  primary: 'facebook',
  secondary: 'instagram',
};

/** `secondary_positions` are `instagram_positions`. */
export const namedPositions = <T>(lists: {
  readonly [list: string]: T;
}): { readonly [list: string]: T } =>
  Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [
      name.replace(/^(primary|secondary)(?=_positions$)/, (word) => brandWords[word] ?? word),
      list,
    ]),
  );

/** From the interface's words to the platform's. */
export function inBrandWords(targeting: Targeting): Targeting {
  const named = namedPositions(targeting);
  const { publisher_platforms: platforms } = named;
  if (!Array.isArray(platforms)) return named;
  return {
    ...named,
    publisher_platforms: [
      ...new Set(platforms.map((each) => brandWords[String(each).toLowerCase()] ?? each)),
    ],
  };
}
