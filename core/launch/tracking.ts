import type { PlatformId } from '../platforms.ts';
import type { LaunchRules } from '../ports/platform-launch.ts';
import { join } from '../schema/faults.ts';
import { nearestName, type Warning } from '../schema/unknown-fields.ts';
import type { LaunchAd } from './ad.ts';

type Rules = { readonly [P in PlatformId]?: { readonly launch?: Pick<LaunchRules, 'macros'> } };

/** Tracking that would go wrong without anybody noticing: delivery looks healthy, and the figures end up elsewhere. */
export function trackingWarnings(ads: readonly LaunchAd[], platforms: Rules): Warning[] {
  return ads.flatMap((ad) => [...contradictions(ad), ...unfilledMacros(ad, platforms[ad.platform]?.launch?.macros)]);
}

/** The platform appends the tags to the link, so a name in both arrives twice. */
function contradictions({ path, link, utmTags }: LaunchAd): Warning[] {
  if (link === undefined || utmTags === undefined) return [];
  const inLink = pairsOf(/\?([^#]*)/.exec(link)?.[1] ?? '');
  return [...pairsOf(utmTags)].flatMap(([name, value]): Warning[] => {
    const other = inLink.get(name);
    if (other === undefined || other === value) return [];
    const message = `utmTags sets ${name} to ${value.slice(0, 60)}, the link itself to ${other.slice(0, 60)}: both would be sent. Remove one.`;
    return [{ path: join(path, 'utmTags'), code: 'tracking_conflict', message }];
  });
}

/** A macro the platform does not know stays in the address as it is written. */
function unfilledMacros(ad: LaunchAd, macros: readonly string[] | undefined): Warning[] {
  if (macros === undefined) return [];
  return (['link', 'utmTags'] as const).flatMap((field) =>
    [...new Set(ad[field]?.match(/\{\{[^{}]*\}\}/g) ?? [])].flatMap((macro): Warning[] => {
      const name = macro.slice(2, -2).trim();
      // Catalogues bring fields of their own.
      if (macros.includes(name) || name.startsWith('product.')) return [];
      const near = nearestName(name, macros);
      const hint = near === undefined ? `Known: ${macros.map((each) => `{{${each}}}`).join(' ')}.` : `Did you mean {{${near}}}?`;
      return [{ path: join(ad.path, field), code: 'unknown_macro', message: `The platform does not fill in ${macro}. ${hint}` }];
    }),
  );
}

const pairsOf = (query: string): ReadonlyMap<string, string> =>
  new Map(
    query.split('&').flatMap((pair): [string, string][] => {
      const at = pair.indexOf('=');
      return at < 1 ? [] : [[pair.slice(0, at), pair.slice(at + 1)]];
    }),
  );
