import { join } from '../../base/schema/faults.ts';
import {
  createWarnings,
  nearestName,
  type Warning,
  type Warnings,
} from '../../base/schema/unknown-fields.ts';
import type { Addition, PlannedLaunch, PlanPorts } from '../../launch/hooks.ts';
import { isFilledIn, macrosIn } from '../../launch/macros.ts';
import type { AdInput } from '../../launch/request-schema.ts';
import {
  campaignTrackingKind,
  pairsOf,
  readSchemes,
  readTracking,
  type Schemes,
  schemeWrites,
  warnOfSchemes,
} from '../../launch/scheme.ts';
import { feature } from '../../operations/feature.ts';
import type { Macro } from '../../ports/evidence.ts';
import type { LaunchAd } from '../../ports/launch-ad.ts';
import type { Definitions, PlatformDefinition } from '../../ports/platform-definition.ts';
import { onceFor } from '../../records/once-for.ts';
import { inTurns, type Steps } from '../../records/steps.ts';

/**
 * Tracking that would go wrong unnoticed: delivery looks healthy, and the figures end up elsewhere.
 */
export function* trackingWarnings(
  { ads, sent, definitions, fillings, adSets }: PlannedLaunch,
  schemes: Schemes,
): Steps<Warning[]> {
  const warnings = createWarnings((count) => ({
    path: 'ads',
    code: 'tracking',
    message: `There ${count === 1 ? 'is 1 more warning' : `are ${count} more warnings`} about links and tags.`,
  }));
  const readers = new Map<string, ReturnType<typeof macroReader>>();
  for (const ad of ads) {
    yield;
    const definition = definitions[ad.platform];
    warnOfContradictions(warnings, ad);
    if (definition !== undefined) {
      const macros = definition.launch?.macros;
      const read =
        readers.get(ad.platform) ??
        macroReader(macros ?? [], writtenElsewhere(definitions)(definition));
      readers.set(ad.platform, read);
      if (macros !== undefined) warnOfMacros(warnings, ad, macros, read);
      const input = sent.ads[ad.index]?.input;
      for (const filling of input === undefined ? [] : fillings)
        for (const warning of filling.warnings?.(input as AdInput, ad, definition) ?? [])
          warnings.add(() => warning);
    }
  }
  warnOfSchemes(warnings, ads, adSets, schemes);
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

interface Written {
  readonly own: ReadonlySet<string>;
  readonly foreign: Faulty['broken'];
  /** The beginnings of macros: a text without one has no macros. */
  readonly marks: readonly string[];
}

const writtenElsewhere: (definitions: Definitions) => (definition: PlatformDefinition) => Written =
  onceFor((definitions) =>
    onceFor(({ launch }) => {
      const own = new Set(launch?.macros?.flatMap(({ sent }) => sent ?? []));
      const foreign = Object.values(definitions)
        .flatMap((each) => each.launch?.macros ?? [])
        .flatMap(({ name, sent }) =>
          sent === undefined || own.has(sent) ? [] : [{ written: sent, meant: name }],
        );
      return {
        own,
        foreign,
        marks: [...new Set(['{', ...foreign.map(({ written }) => written.slice(0, 1))])],
      };
    }),
  );

type Faulty = {
  readonly unknown: readonly string[];
  readonly broken: readonly { written: string; meant: string }[];
};

/** Ads of a launch mostly share their links: each text is read once. */
function macroReader(
  macros: readonly Macro[],
  { own, foreign, marks }: Written,
): (text: string) => Faulty {
  const read = (text: string): Faulty => ({
    unknown: [...new Set(macrosIn(text))].filter((name) => !isFilledIn(macros, name)),
    broken: brokenMacros(text, macros, own, foreign),
  });
  const known = new Map<string, Faulty>();
  return (text) => {
    const faulty =
      known.get(text) ??
      (marks.some((mark) => text.includes(mark)) ? read(text) : { unknown: [], broken: [] });
    known.set(text, faulty);
    return faulty;
  };
}

/** A macro that is unknown or broken stays in the address as it is written. */
function warnOfMacros(
  warnings: Warnings,
  ad: LaunchAd,
  macros: readonly Macro[],
  read: (text: string) => Faulty,
): void {
  for (const field of ['link', 'utmTags'] as const) {
    const text = ad[field];
    if (text === undefined) continue;
    const { unknown, broken } = read(text);
    if (unknown.length === 0 && broken.length === 0) continue;
    const path = join(ad.path, field);
    for (const name of unknown)
      warnings.add(() => {
        const names = macros.map((each) => each.name);
        const near = nearestName(name, names);
        const hint =
          near === undefined
            ? `Known: ${names.map((each) => `{{${each}}}`).join(' ')}.`
            : `Did you mean {{${near}}}?`;
        return {
          path,
          code: 'unknown_macro',
          message: `The platform does not fill in {{${name.slice(0, 80)}}}. ${hint}`,
        };
      });
    for (const { written, meant } of broken)
      warnings.add(() => ({
        path,
        code: 'broken_macro',
        message: `${written.slice(0, 80)} would be sent as it is written. The platform fills in {{${meant}}}.`,
      }));
  }
}

function brokenMacros(
  text: string,
  macros: readonly Macro[],
  own: ReadonlySet<string>,
  others: Faulty['broken'],
): Faulty['broken'] {
  const rest = text.replace(/\{\{[^{}]{0,80}\}\}/g, ' ');
  const foreign = others.filter(({ written }) => rest.includes(written));
  const single = (rest.match(/\{[^{}]{1,60}\}/g) ?? []).flatMap((written) => {
    const name = written.slice(1, -1).trim();
    return own.has(written) || foreign.some((each) => each.written === written)
      ? []
      : [{ written, meant: name }];
  });
  const unique = new Map([...foreign, ...single].map((each) => [each.written, each]));
  return [...unique.values()].filter(({ meant }) => isFilledIn(macros, meant));
}

export async function checkTracking(
  ports: PlanPorts,
  companyId: string,
  launch: PlannedLaunch,
): Promise<Addition> {
  const read = await readSchemes(ports.store, companyId, launch.ads, launch.adSets);
  return {
    warnings: await inTurns(ports.turns, trackingWarnings(launch, read)),
    documents: [...read.keys()],
    async commit({ store }, { isAsPlanned }) {
      const known = isAsPlanned ? read : await readTracking(store, companyId, read.keys());
      return { writes: schemeWrites(companyId, launch.plan, known) };
    },
  };
}

export const tracking = feature({
  name: 'tracking',
  operations: [],
  kinds: [campaignTrackingKind],
  planned: checkTracking,
});
