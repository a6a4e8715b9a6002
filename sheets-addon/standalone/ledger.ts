import { checksum } from '../../adapters/store/sheet-cells.ts';
import { type Fault, SlipwayError } from '../../core/base/errors.ts';
import { batchKind } from '../../core/launch/journal/records.ts';
import type { AdSource } from '../../core/launch/source-schema.ts';
import type { Store } from '../../core/ports/store.ts';
import { allOf } from '../../core/records/list.ts';
import { sayAlone } from './say.ts';

/**
 * Properties keep which rows were launched: restoring a version of the file does not change them.
 */
type Properties = Pick<
  GoogleAppsScript.Properties.Properties,
  'getProperty' | 'setProperty' | 'deleteProperty' | 'getProperties'
>;

/** Ledger and store drop older launches. */
export const KEPT_MS = 90 * 24 * 3_600_000;

/** Rows of one property, and properties: Google keeps 9 KB in one and 500 KB in all. */
const ROWS = 250;
const MOST = 60;

const PREFIX = 'launched.';

interface Sent {
  readonly ads?: readonly { readonly source?: AdSource }[];
}

const rowsOf = (source: AdSource | undefined): string[] =>
  (source?.rows ?? []).map(({ key, fingerprint }) => `${key}:${checksum(fingerprint)}`);

/** Throws `unprocessable_entity` for ads whose rows were launched by an unknown batch. */
export async function refuseForgotten(
  properties: Properties,
  store: Store,
  {
    companyId,
    input,
    now,
  }: { readonly companyId: string; readonly input: unknown; readonly now: number },
): Promise<readonly string[]> {
  const { ads = [] } = input as Sent;
  const kept = Object.entries(properties.getProperties()).filter(([name]) =>
    name.startsWith(PREFIX),
  );
  const known = new Set((await allOf(store, batchKind, companyId)).map(({ doc }) => doc.slug));
  const launched = new Set<string>();
  for (const [name, rows] of kept) {
    const [, at = '', slug = ''] = name.split('.');
    if (known.has(slug) || now - Number(at) > KEPT_MS) continue;
    // A row restored from before it had a key is recognised by its fingerprint.
    for (const row of rows.split(' ')) for (const part of row.split(':')) launched.add(part);
  }
  const faults = ads.flatMap(({ source }, i): Fault[] =>
    rowsOf(source).some((row) => row.split(':').some((part) => launched.has(part)))
      ? [{ path: `ads[${i}].adName`, code: 'row_launched', message: sayAlone('rowForgotten') }]
      : [],
  );
  if (faults.length > 0)
    throw new SlipwayError('unprocessable_entity', sayAlone('rowsLaunched'), { details: faults });
  return kept.map(([name]) => name);
}

/** Writes down which rows a batch was launched from, and drops the oldest batches above `MOST`. */
export function noteLaunched(
  properties: Properties,
  kept: readonly string[],
  { slug, input, now }: { readonly slug: string; readonly input: unknown; readonly now: number },
): void {
  const rows = ((input as Sent).ads ?? []).flatMap(({ source }) => rowsOf(source));
  for (let first = 0; first < rows.length; first += ROWS)
    properties.setProperty(
      `${PREFIX}${Math.floor(now)}.${slug}.${first}`,
      rows.slice(first, first + ROWS).join(' '),
    );
  for (const name of [...kept].sort().slice(0, Math.max(0, kept.length - MOST)))
    properties.deleteProperty(name);
}
