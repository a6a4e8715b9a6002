import { everyOne, type Seen, seen, type View } from '../../accounts/workspace-view.ts';
import { defined } from '../../base/defined.ts';
import { accountFields } from '../accept/body.ts';
import { findPlan } from './journal.ts';
import { batchKind, type DraftBody, type DraftRecord, draftKind } from './records.ts';

/** Seen by the accounts of its plan, or of its draft. */
export const seenBatch: Seen = {
  ...seen(batchKind, async ({ id, doc }, view) => {
    const plan = await findPlan(view.store, view.companyId, id);
    if (plan !== undefined)
      return everyOne([...new Set(plan.operations.map(({ account }) => account))], view.hasAccount);
    const draft = doc.rawStatus === 'Draft' ? await view.read(draftKind, id) : undefined;
    return draft !== undefined && seesDraft(draft, doc.createdBy, view);
  }),
  isWrittenFreely: true,
};

/** A draft without an ad account is seen by its author. */
export const seenDraft: Seen = seen(draftKind, async ({ id, doc }, view) =>
  seesDraft(doc, (await view.read(batchKind, id))?.createdBy, view),
);

async function seesDraft(
  { body }: DraftRecord,
  author: string | undefined,
  view: View,
): Promise<boolean> {
  const named = accountsNamedIn(body);
  if (named.length === 0) return author === view.keyId;
  for (const { text, platform } of named) if (!(await view.hasNamed(text, platform))) return false;
  return true;
}

function accountsNamedIn({
  ads = [],
}: DraftBody): readonly { readonly text: string; readonly platform?: string }[] {
  const named = new Map<string, { readonly text: string; readonly platform?: string }>();
  for (const ad of ads as readonly { readonly [field: string]: unknown }[]) {
    const platform =
      typeof ad.adAccountType === 'string' ? ad.adAccountType.trim() || undefined : undefined;
    for (const given of accountFields.flatMap((field) => ad[field])) {
      const text =
        typeof given === 'string' || typeof given === 'number' ? String(given).trim() : '';
      if (text !== '') named.set(`${platform} ${text}`, { text, ...defined({ platform }) });
    }
  }
  return [...named.values()];
}
