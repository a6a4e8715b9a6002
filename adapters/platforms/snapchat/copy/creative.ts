import { PlatformError } from '../../../../core/base/errors.ts';
import { asRow, said, text } from '../../kit/json.ts';
import type { Access, Api, Params, Row } from '../../types.ts';
import { readAsset } from '../read/creatives.ts';
import { writeOne } from '../wire/bulk.ts';
import { writable } from '../wire/values.ts';

interface Other {
  readonly name: string;
  readonly headline?: string | undefined;
  readonly address?: string | undefined;
}

/**
 * A creative like another. No ad shows one that was made without an answer, and it costs nothing.
 */
export async function creativeLike(
  api: Api,
  access: Access,
  source: Row,
  { name, headline, address }: Other,
): Promise<string> {
  const { id: _id, ...kept } = writable(source);
  const page = asRow(source.web_view_properties);
  const object: Params = {
    ...kept,
    name,
    ...(headline !== undefined && { headline }),
    ...(address !== undefined &&
      page !== undefined && { web_view_properties: { ...page, url: address } }),
  };
  const path = `adaccounts/${access.adAccountId}/creatives`;
  const send = (body: Params) => api.calls.tried(access, path, body);
  const item = await writeOne(api, access, { plural: 'creatives', send }, object);
  if (!item.ok) throw new PlatformError(item.failure);
  return text(item.row.id) ?? '';
}

export async function creativeOfAd(api: Api, access: Access, ad: Row): Promise<Row> {
  const id = said(ad.creative_id);
  const found = await readAsset(api, access, 'creatives', id);
  if (found === undefined) throw api.wire.notFound(id);
  return found;
}
