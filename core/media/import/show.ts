import { defined } from '../../base/defined.ts';
import { SlipwayError } from '../../base/errors.ts';
import type { Part } from '../../base/outcomes.ts';
import { withoutQuery } from '../../base/schema/trimmed.ts';
import { isoTime } from '../../base/time/days.ts';
import type { Store } from '../../ports/store.ts';
import { allOf } from '../../records/list.ts';
import { type ImportFileRecord, type ImportRecord, importFileKind, importKind } from './records.ts';
import type { MediaImport } from './schema.ts';

/** With the outcome of each file, in the order of the request. */
export async function readImport(
  store: Store,
  companyId: string,
  id: string,
): Promise<MediaImport> {
  const found = await store.get(importKind, companyId, id);
  if (found === undefined)
    throw new SlipwayError(
      'not_found',
      'There is no such import. They can be looked at for thirty days.',
    );
  const files = await allOf(store, importFileKind, companyId, { where: { of: id } });
  return shownImport(
    id,
    found.doc,
    files.map(({ doc }) => doc),
  );
}

export function shownImport(
  id: string,
  doc: ImportRecord,
  files: readonly ImportFileRecord[],
): MediaImport {
  const count = (status: string): number =>
    files.filter(({ outcome }) => outcome?.status === status).length;
  return {
    id,
    status: doc.finishedAt === undefined ? 'processing' : 'finished',
    createdAt: new Date(doc.createdAt).toISOString(),
    finishedAt: isoTime(doc.finishedAt),
    total: doc.total,
    imported: count('imported'),
    duplicates: count('duplicate'),
    failed: count('failed'),
    files: files.map(({ url, name, outcome }) => ({
      // A query may hold a signature.
      url: withoutQuery(url),
      name: name ?? null,
      status: outcome?.status ?? 'waiting',
      mediaId: outcome !== undefined && 'media' in outcome ? outcome.media : null,
      ...(outcome?.status === 'failed' && {
        error: { code: outcome.code, message: outcome.message },
      }),
    })),
  };
}

export const importParts = {
  of: async (
    { store }: { readonly store: Store },
    companyId: string,
    { id }: { readonly id: string },
  ): Promise<readonly Part[]> =>
    (await readImport(store, companyId, id)).files.map(
      ({ url, name, status, mediaId, error }): Part => {
        const outcome = status === 'waiting' ? 'running' : status === 'failed' ? 'refused' : 'done';
        return {
          type: 'file',
          ...defined({ id: mediaId?.toString() }),
          name: name ?? url,
          outcome,
          ...defined({ reason: error?.message }),
        };
      },
    ),
};
