import { asRow, parse, rowsOf, text } from '../../kit/json.ts';
import type { PlatformFailure, Row, Targeting } from '../../types.ts';
import { majorOf } from '../version.ts';

/** With one of these an automated audience is not meant. */
const narrowing = ['age_min', 'age_max', 'genders', 'interests', 'behaviors', 'flexible_spec', 'custom_audiences', 'locales'];

/** The platform demands the flag (1870227). Default: no for an audience described by hand, else yes. */
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

export function targetingFallback(targeting: Targeting, failure: PlatformFailure, version: string): Fallback | undefined {
  switch (failure.subcode ?? failure.code) {
    case '1870227':
    case '1870188':
    case '1870189':
    case '1870196':
      // Without the field the next refusal is 1870227.
      if (asRow(targeting.targeting_automation)?.advantage_audience === 0 && failure.subcode !== '1870196') return undefined;
      return {
        targeting: { ...targeting, targeting_automation: { advantage_audience: 0 } },
        warning: audienceSwitchedOff,
      };
    case '1870247':
      return withoutOldInterests(targeting, failure.message);
    case '2490392':
      return withExplore(targeting, version);
    default:
      return undefined;
  }
}

/** The message holds alternatives as JSON; interests without one are dropped. */
function withoutOldInterests(targeting: Targeting, message: string): Fallback | undefined {
  const start = message.indexOf('[');
  const alternatives = rowsOf(start < 0 ? undefined : parse(message.slice(start, message.lastIndexOf(']') + 1)));
  if (alternatives.length === 0) return undefined;
  const byOld = new Map(alternatives.map((each) => [text(each.deprecated_interest_id), each]));
  const swap = (interest: unknown) => {
    const alternative = byOld.get(text(asRow(interest)?.id));
    if (alternative === undefined) return [interest];
    const id = text(alternative.alternative_interest_id);
    return id ? [{ id, name: text(alternative.alternative_interest_name) }] : [];
  };
  const swapIn = (row: Row): Row => (Array.isArray(row.interests) ? { ...row, interests: row.interests.flatMap(swap) } : row);
  const spec = targeting.flexible_spec;
  return {
    targeting: { ...swapIn(targeting), ...(Array.isArray(spec) && { flexible_spec: rowsOf(spec).map(swapIn) }) },
    warning: 'Some interests no longer exist; they were replaced by the alternatives the platform names.',
  };
}

/** Marketing API changelog, v26.0; read on 2026-11-16. */
export function servedTargeting(wanted: Targeting, version: string): { readonly targeting: Targeting; warnings: string[] } {
  const { instagram_positions: instagram } = wanted;
  const hasExplore = majorOf(version) >= 26 && Array.isArray(instagram) && instagram.includes('explore');
  const warnings: string[] = [];
  if (hasExplore) warnings.push(`The placement explore was removed: version ${version} has none.`);
  const targeting = hasExplore
    ? { ...wanted, instagram_positions: instagram.filter((position) => position !== 'explore') }
    : wanted;
  return { targeting, warnings };
}

/** Explore and explore home go together; newer versions have no explore. */
function withExplore(targeting: Targeting, version: string): Fallback | undefined {
  const positions = targeting.instagram_positions;
  if (!Array.isArray(positions)) return undefined;
  if (majorOf(version) >= 26) {
    const warning = 'The explore home placement was removed: it needs explore, which no longer exists.';
    return { targeting: { ...targeting, instagram_positions: positions.filter((each) => each !== 'explore_home') }, warning };
  }
  const [missing, other] = positions.includes('explore') ? ['explore_home', 'explore'] : ['explore', 'explore_home'];
  const warning = `The placement ${missing} was added: ${other} cannot be chosen without it.`;
  return { targeting: { ...targeting, instagram_positions: [...positions, missing] }, warning };
}

/** Without fields that can be read but not written. */
export function writableTargeting(targeting: Targeting): Targeting {
  return Object.fromEntries(
    Object.entries(targeting).filter(([field]) => field !== 'age_range' && !field.startsWith('effective_')),
  );
}

const brandWords: { readonly [neutral: string]: string } = { primary: 'facebook', secondary: 'instagram' };

/** `secondary_positions` are `instagram_positions`. */
export const namedPositions = <T>(lists: { readonly [list: string]: T }): { readonly [list: string]: T } =>
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
  return { ...named, publisher_platforms: [...new Set(platforms.map((each) => brandWords[String(each).toLowerCase()] ?? each))] };
}
