import type { LaunchAd } from '../../ports/launch-ad.ts';
import type { Definitions } from '../../ports/platform-definition.ts';

import type { Steps } from '../../records/steps.ts';
import { join } from '../../schema/faults.ts';
import { createWarnings, nearestName, type Warning, type Warnings } from '../../schema/unknown-fields.ts';

/** Tracking that would go wrong without anybody noticing: delivery looks healthy, and the figures end up elsewhere. */
export function* trackingWarnings(ads: readonly LaunchAd[], definitions: Definitions): Steps<Warning[]> {
  const warnings = createWarnings((count) => ({
    path: 'ads',
    code: 'tracking',
    message: `There ${count === 1 ? 'is 1 more warning' : `are ${count} more warnings`} about links and tags.`,
  }));
  for (const ad of ads) {
    yield;
    warnOfContradictions(warnings, ad);
    warnOfMacros(warnings, ad, definitions[ad.platform]?.launch?.macros);
  }
  return warnings.list();
}

/** The platform appends the tags to the link, so a name in both arrives twice. */
function warnOfContradictions(warnings: Warnings, { path, link, utmTags }: LaunchAd): void {
  if (link === undefined || utmTags === undefined) return;
  const inLink = pairsOf(/\?([^#]*)/.exec(link)?.[1] ?? '');
  for (const [name, value] of pairsOf(utmTags)) {
    const other = inLink.get(name);
    if (other === undefined || other === value) continue;
    warnings.add(() => ({
      path: join(path, 'utmTags'),
      code: 'tracking_conflict',
      message: `utmTags sets ${name.slice(0, 60)} to ${value.slice(0, 60)}, the link itself to ${other.slice(0, 60)}: both would be sent. Remove one.`,
    }));
  }
}

/** A macro the platform does not know stays in the address as it is written. */
function warnOfMacros(warnings: Warnings, ad: LaunchAd, macros: readonly string[] | undefined): void {
  if (macros === undefined) return;
  for (const field of ['link', 'utmTags'] as const)
    for (const macro of new Set(ad[field]?.match(/\{\{[^{}]*\}\}/g) ?? [])) {
      const name = macro.slice(2, -2).trim();
      if (macros.some((known) => known === name || (known.endsWith('.*') && name.startsWith(known.slice(0, -1))))) continue;
      warnings.add(() => {
        const near = nearestName(name, macros);
        const hint =
          near === undefined ? `Known: ${macros.map((each) => `{{${each}}}`).join(' ')}.` : `Did you mean {{${near}}}?`;
        const message = `The platform does not fill in ${macro.slice(0, 80)}. ${hint}`;
        return { path: join(ad.path, field), code: 'unknown_macro', message };
      });
    }
}

const pairsOf = (query: string): ReadonlyMap<string, string> =>
  new Map(
    query.split('&').flatMap((pair): [string, string][] => {
      const at = pair.indexOf('=');
      return at < 1 ? [] : [[pair.slice(0, at), pair.slice(at + 1)]];
    }),
  );
