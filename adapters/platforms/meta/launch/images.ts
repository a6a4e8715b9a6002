import { asRow, type Row, text } from '../../kit/json.ts';
import type { BatchEntry } from '../wire/batch.ts';
import { accountNode } from '../wire/params.ts';

/** Images cannot be uploaded by address. The same bytes get the same hash. */
export function imageEntry(adAccountId: string, file: NonNullable<BatchEntry['file']>): BatchEntry {
  return { method: 'POST', path: `${accountNode(adAccountId)}/adimages`, file };
}

/** The key differs by the way of uploading: the first entry counts. */
export function imageHash(body: Row): string | undefined {
  const [image] = Object.values(asRow(body.images) ?? {});
  return text(asRow(image)?.hash);
}
