import type { Fault } from '../../errors.ts';
import { type KeptConvention, type NamingRequest, nameOf } from '../../naming/name-of.ts';
import { namingConventions } from '../../naming/records.ts';
import type { LaunchMedia } from '../../ports/launch-ad.ts';
import type { Store } from '../../ports/store.ts';
import { join } from '../../schema/faults.ts';
import type { SentLaunch } from './body.ts';
import { expandName, usesToken } from './names.ts';

/** What the company keeps and ads refer to by id or name. */
export interface KeptFacts {
  readonly conventions: readonly KeptConvention[];
}

/** Reads what a body refers to; nothing where it refers to nothing. */
export async function readKept(store: Store, companyId: string, { ads }: SentLaunch): Promise<KeptFacts> {
  const uses = (field: 'naming'): boolean => ads.some(({ input }) => input?.[field] !== undefined && input[field] !== null);
  const conventions = uses('naming') ? await namingConventions.all(store, companyId) : [];
  return { conventions: conventions.map(({ id, doc }) => ({ ...doc, id })) };
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
      .trim() || 'unnamed';
  if (kept === undefined) return { name: standIn.replace(/[{}]/g, ''), faults: [] };
  const fill = (pattern: string): string =>
    LATER.some((token) => usesToken(pattern, token)) || (now === undefined && usesToken(pattern, 'date'))
      ? pattern
      : expandName(pattern, {
          ...{ index: index + 1, now: now ?? 0, timezone, adSetName: '' },
          ...(media[0] !== undefined && { filename: media[0].filename }),
        });
  const built = nameOf(naming, 'ad', kept.conventions, fill);
  return {
    name: built.name ?? standIn.replace(/[{}]/g, ''),
    faults: built.faults.map((fault) => ({ ...fault, path: join(join(path, 'naming'), fault.path) })),
  };
}
