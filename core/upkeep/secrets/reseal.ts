import type { SealedPlace } from '../../operations/feature.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { Store } from '../../ports/store.ts';
import { opens } from './check.ts';
import { type SealedText, sealedTexts } from './sealed.ts';

export interface Resealed {
  readonly resealed: number;
  /** Sealed with the current secret already. */
  readonly current: number;
  /** Sealed with a missing secret: `webhook wh_1 of company co_2`. */
  readonly unreadable: readonly string[];
  /** Still sealed with a former secret, or in an earlier form. */
  readonly remaining: number;
}

/**
 * Seals everything with the current secret, one document at a time: it may be stopped and called
 * again at any moment, beside a working service. When nothing remains, former secrets are no longer
 * needed.
 */
export async function reseal(
  { store, secrets }: { readonly store: Store; readonly secrets: Secrets },
  places: readonly SealedPlace[],
  options: { readonly onProgress?: (resealed: number) => void; readonly dryRun?: boolean } = {},
): Promise<Resealed> {
  let [resealed, current, remaining] = [0, 0, 0];
  const unreadable: string[] = [];
  for await (const sealed of sealedTexts(store, places)) {
    if (await secrets.isCurrent(sealed.text)) current += 1;
    else if (options.dryRun) {
      if (await opens(secrets, sealed.text, purposeOf(sealed))) remaining += 1;
      else unreadable.push(nameOf(sealed));
    } else {
      const became = await sealAnew(store, secrets, sealed);
      if (became === 'unreadable') unreadable.push(nameOf(sealed));
      else if (became === 'current') current += 1;
      else if (became === 'resealed') {
        resealed += 1;
        options.onProgress?.(resealed);
      }
    }
  }
  return { resealed, current, unreadable, remaining };
}

const purposeOf = ({ companyId, place }: SealedText) => ({ companyId, use: place.use });
const nameOf = ({ companyId, place, found }: SealedText): string =>
  `${place.name} ${found.id} of company ${companyId}`;

async function sealAnew(
  store: Store,
  secrets: Secrets,
  sealed: SealedText,
): Promise<'resealed' | 'current' | 'unreadable' | 'gone'> {
  const { place, companyId } = sealed;
  let { found, text } = sealed;
  for (;;) {
    if (!(await opens(secrets, text, purposeOf(sealed)))) return 'unreadable';
    const anew = await secrets.seal(await secrets.open(text, purposeOf(sealed)), purposeOf(sealed));
    const doc = place.withText(found.doc, anew);
    const conflict = await store.commit([
      { kind: place.kind, companyId, id: found.id, expect: found.version, doc },
    ]);
    if (conflict === undefined) return 'resealed';
    // Changed meanwhile.
    const fresh = await store.get(place.kind, companyId, found.id);
    const freshText = fresh && place.textOf(fresh.doc);
    if (fresh === undefined || freshText === undefined) return 'gone';
    if (await secrets.isCurrent(freshText)) return 'current';
    [found, text] = [fresh, freshText];
  }
}
