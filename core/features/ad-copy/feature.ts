import { everyOne, seen } from '../../accounts/workspace-view.ts';
import { feature } from '../../operations/feature.ts';
import { adCopyTemplateKind } from './ad-copy.ts';
import { adCopyFiller } from './fill.ts';
import { adCopyTemplateOperations } from './operations.ts';

/** Texts that are used again and again. */
export const adCopy = feature({
  name: 'ad-copy',
  operations: adCopyTemplateOperations,
  kinds: [adCopyTemplateKind],
  // A template for ad accounts is there where one of them is.
  seen: [
    seen(
      adCopyTemplateKind,
      async ({ doc: { adAccountIds = [] } }, { hasNamed }) =>
        adAccountIds.length === 0 || !(await everyOne(adAccountIds, async (text) => !(await hasNamed(text)))),
    ),
  ],
  filler: adCopyFiller,
});
