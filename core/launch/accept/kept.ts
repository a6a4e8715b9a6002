import type { Fault } from '../../base/errors.ts';
import { join } from '../../base/schema/faults.ts';
import { nearestName } from '../../base/schema/unknown-fields.ts';
import { adCopyTemplates, type TemplateRecord } from '../../features/ad-copy/ad-copy.ts';
import { type KeptConvention, type NamingRequest, nameOf } from '../../features/naming/name-of.ts';
import { namingConventions } from '../../features/naming/records.ts';
import { type PresetRecord, presets, withPreset } from '../../features/presets/presets.ts';
import { type UtmRecord, utmTemplates } from '../../features/utm/utm.ts';
import type { LaunchMedia } from '../../ports/launch-ad.ts';
import type { Store } from '../../ports/store.ts';
import type { AdInput } from '../request-schema.ts';
import type { SentLaunch } from './body.ts';
import { copyOf } from './copy-of.ts';
import { expandName, usesToken } from './names.ts';

type Kept<R> = R & { readonly id: string };

/** What the company keeps and ads refer to by id or name. */
export interface KeptFacts {
  readonly conventions: readonly KeptConvention[];
  readonly utmTemplates: readonly Kept<UtmRecord>[];
  readonly adCopyTemplates: readonly Kept<TemplateRecord>[];
  /** Those for ads. */
  readonly presets: readonly Kept<PresetRecord>[];
}

/** Reads what a body refers to; nothing where it refers to nothing. */
export async function readKept(store: Store, companyId: string, { ads }: SentLaunch): Promise<KeptFacts> {
  const uses = (field: 'naming' | 'utmTemplateId' | 'adCopyTemplateId' | 'presetId'): boolean =>
    ads.some(({ input }) => input?.[field] !== undefined && input[field] !== null);
  const read = async <R extends object>(isUsed: boolean, list: ListOf<R>): Promise<Kept<R>[]> =>
    isUsed ? (await list.all(store, companyId)).map(({ id, doc }) => ({ ...doc, id })) : [];
  const all = await read(uses('presetId'), presets);
  const ofAds = all.filter(({ level }) => level === 'ad');
  // A preset may name templates itself.
  const named = (field: string): boolean => ofAds.some(({ settings }) => field in settings);
  return {
    conventions: await read(uses('naming'), namingConventions),
    utmTemplates: await read(uses('utmTemplateId') || named('utmTemplateId'), utmTemplates),
    adCopyTemplates: await read(uses('adCopyTemplateId') || named('adCopyTemplateId'), adCopyTemplates),
    presets: ofAds,
  };
}

interface ListOf<R extends object> {
  all(store: Store, companyId: string): Promise<readonly { readonly id: string; readonly doc: R }[]>;
}

/** By its id, or by its name where no other has the same. */
export function findKept<K extends { readonly id: string; readonly name: string }>(
  kept: readonly K[],
  wanted: string,
): K | undefined {
  if (kept.length === 0) return undefined;
  const word = wanted.trim();
  const named = kept.filter(({ name }) => name === word);
  return kept.find(({ id }) => id === word) ?? (named.length === 1 ? named[0] : undefined);
}

/** The same, with the fault where there is none. Undefined where nothing is wanted. */
export function referred<K extends { readonly id: string; readonly name: string }>(
  kept: readonly K[],
  wanted: string | null | undefined,
  at: { readonly path: string; readonly what: string; readonly list: string },
): { readonly found?: K; readonly faults: readonly Fault[] } {
  if (wanted === undefined || wanted === null || wanted.trim() === '') return { faults: [] };
  const found = findKept(kept, wanted);
  if (found !== undefined) return { found, faults: [] };
  const near = nearestName(
    wanted,
    kept.map(({ name }) => name),
  );
  const hint = near === undefined ? '' : ` Did you mean “${near}”?`;
  const message = `There is no ${at.what} ${wanted.slice(0, 100)}.${hint} GET ${at.list} lists yours.`;
  return { faults: [{ path: at.path, code: 'unknown_reference', message }] };
}

/** An ad with what its preset and its ad copy template say of the fields it leaves out. */
export function filledAd(
  input: AdInput,
  path: string,
  kept: KeptFacts | undefined,
): { readonly input: AdInput; readonly faults: readonly Fault[] } {
  if (kept === undefined || (!input.presetId && !input.adCopyTemplateId)) return { input, faults: [] };
  const preset = referred(kept.presets, input.presetId, {
    path: join(path, 'presetId'),
    what: 'preset for ads',
    list: '/v1/presets',
  });
  // Settings were read by the same schema when they were saved.
  const first = preset.found === undefined ? input : (withPreset(input, preset.found.settings) as AdInput);
  const at = { path: join(path, 'adCopyTemplateId'), what: 'ad copy template', list: '/v1/ad-copy-templates' };
  const template = referred(kept.adCopyTemplates, first.adCopyTemplateId, at);
  if (template.found === undefined) return { input: first, faults: [...preset.faults, ...template.faults] };
  const copy = copyOf(template.found, first, path);
  return { input: copy.input, faults: [...preset.faults, ...copy.faults] };
}

export interface NamedAd {
  readonly index: number;
  readonly media: readonly LaunchMedia[];
  readonly now: number | undefined;
  readonly timezone: string;
}

/** Tokens that are known only after a name was built: for each ad set, or once the launch is submitted. */
const LATER = ['adset.name', 'batch', 'id'];

/**
 * The name of an ad that a convention builds. Where conventions are not known, as in a sheet that asks nobody, and where
 * the name cannot be built, the values stand for it.
 */
export function builtName(
  naming: NamingRequest,
  path: string,
  kept: KeptFacts | undefined,
  { index, media, now, timezone }: NamedAd,
): { readonly name: string; readonly faults: readonly Fault[] } {
  const standIn =
    Object.values(naming.values ?? {})
      .join(' ')
      .replace(/[{}]/g, '')
      .trim() || 'unnamed';
  if (kept === undefined) return { name: standIn, faults: [] };
  const fill = (pattern: string): string =>
    LATER.some((token) => usesToken(pattern, token)) || (now === undefined && usesToken(pattern, 'date'))
      ? pattern
      : expandName(pattern, {
          ...{ index: index + 1, now: now ?? 0, timezone, adSetName: '' },
          ...(media[0] !== undefined && { filename: media[0].filename }),
        });
  const built = nameOf(naming, 'ad', kept.conventions, fill);
  return {
    name: built.name ?? standIn,
    faults: built.faults.map((fault) => ({ ...fault, path: join(join(path, 'naming'), fault.path) })),
  };
}
