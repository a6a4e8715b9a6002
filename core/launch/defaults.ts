import * as v from 'valibot';
import { canonicalAccountId } from '../platforms.ts';
import { kind, type Store, type Write } from '../ports/store.ts';

/** What a launch may leave out: a company's layer, and one per ad account that wins over it. */
export const launchDefaults = v.object({
  page: v.optional(v.string()),
  primaryName: v.optional(v.string()),
  secondary: v.optional(v.string()),
  secondaryName: v.optional(v.string()),
  title: v.optional(v.string()),
  description: v.optional(v.string()),
  cta: v.optional(v.string()),
  link: v.optional(v.string()),
  utmTags: v.optional(v.string()),
  launchPaused: v.optional(v.boolean()),
  namingConvention: v.optional(v.string()),
});

export type LaunchDefaults = v.InferOutput<typeof launchDefaults>;

export const launchDefaultsKind = kind<LaunchDefaults>('launch-defaults');

/** The id of the layer that belongs to the whole company. */
const COMPANY_LAYER = 'company';

const layerId = (adAccountId: string | undefined): string =>
  adAccountId === undefined ? COMPANY_LAYER : canonicalAccountId('primary', adAccountId);

/** The layers merged, the account's over the company's; without an account the company's alone. */
export async function readLaunchDefaults(
  ports: { readonly store: Store },
  companyId: string,
  adAccountId?: string,
): Promise<LaunchDefaults> {
  const company = await ports.store.get(launchDefaultsKind, companyId, COMPANY_LAYER);
  const account =
    adAccountId === undefined ? undefined : await ports.store.get(launchDefaultsKind, companyId, layerId(adAccountId));
  return { launchPaused: true, ...company?.doc, ...account?.doc };
}

/** Replaces one layer whole. */
export async function writeLaunchDefaults(
  ports: { readonly store: Store },
  companyId: string,
  layer: LaunchDefaults,
  adAccountId?: string,
): Promise<void> {
  for (;;) {
    const id = layerId(adAccountId);
    const current = await ports.store.get(launchDefaultsKind, companyId, id);
    const write: Write = { kind: launchDefaultsKind, companyId, id, expect: current?.version ?? 'absent', doc: layer };
    if ((await ports.store.commit([write])) === undefined) return;
  }
}
