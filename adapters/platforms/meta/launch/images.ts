import { asRow, type Row, text } from '../../kit/json.ts';
import type { BatchEntry } from '../wire/batch.ts';
import { accountNode } from '../wire/params.ts';

/** There is no upload by address for images: the bytes pass through us. The same bytes always get the same hash. */
export function imageEntry(adAccountId: string, file: NonNullable<BatchEntry['file']>): BatchEntry {
  return { method: 'POST', path: `${accountNode(adAccountId)}/adimages`, file };
}

/** The hash. The key it stands under differs with the way of uploading, so the first entry is taken whatever its key. */
export function imageHash(body: Row): string | undefined {
  const [image] = Object.values(asRow(body.images) ?? {});
  return text(asRow(image)?.hash);
}
