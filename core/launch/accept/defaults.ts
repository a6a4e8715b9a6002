import * as v from 'valibot';
import type { AccountKey } from '../../base/account-key.ts';
import { kind, type Store, type Write } from '../../ports/store.ts';
import { nameInput, textInput } from '../request-schema.ts';

/** What a launch may leave out: a company's layer, and over it one per ad account. */
export const launchDefaults = v.object({
  page: v.optional(nameInput),
  primaryName: v.optional(nameInput),
  secondary: v.optional(nameInput),
  secondaryName: v.optional(nameInput),
  title: v.optional(textInput),
  description: v.optional(textInput),
  cta: v.optional(nameInput),
  link: v.optional(textInput),
  utmTags: v.optional(textInput),
  launchPaused: v.optional(v.boolean()),
  namingConvention: v.optional(nameInput),
});

export type LaunchDefaults = v.InferOutput<typeof launchDefaults>;

export const launchDefaultsKind = kind<LaunchDefaults>('launch-defaults');

export const COMPANY_LAYER = 'company';

export const layerId = (account: AccountKey | undefined): string => account ?? COMPANY_LAYER;

export async function readLaunchDefaults(
  ports: { readonly store: Store },
  companyId: string,
  account?: AccountKey,
): Promise<LaunchDefaults> {
  const company = await ports.store.get(launchDefaultsKind, companyId, COMPANY_LAYER);
  const own =
    account === undefined
      ? undefined
      : await ports.store.get(launchDefaultsKind, companyId, layerId(account));
  return { launchPaused: true, ...company?.doc, ...own?.doc };
}

export const companyDefaultsWrite = (companyId: string, layer: LaunchDefaults): Write => ({
  kind: launchDefaultsKind,
  companyId,
  id: COMPANY_LAYER,
  expect: 'absent',
  doc: layer,
});
