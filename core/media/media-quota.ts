import { exceeded, limitsOf } from '../access/quotas.ts';
import type { Store } from '../ports/store.ts';
import { eachOf } from '../records/list.ts';
import { mediaKind } from './records.ts';
export async function refuseOverMediaQuota(
  { store }: { readonly store: Store },
  companyId: string,
  bytes: number,
): Promise<void> {
  const most = (await limitsOf(store, companyId))?.mediaBytes;
  if (most === undefined) return;
  let used = 0;
  await eachOf(store, mediaKind, companyId, {}, ({ doc }) => {
    used += doc.bytes;
  });
  if (used + bytes <= most) return;
  throw exceeded(
    `Your company may keep ${most} bytes of media. It has ${used}, and this file has ${bytes}. Delete what is not needed.`,
  );
}
