import type { LoadedMedia } from '../../../../core/ports/media.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { Calls } from '../../kit/calls.ts';
import { type Row, said, text } from '../../kit/json.ts';
import type { UploadOperation } from '../../kit/operations.ts';
import { idOf } from '../read/campaigns.ts';

const longestName = 120;

const endings: { readonly [contentType: string]: string } = {
  'text/html': 'html',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
};

/** Names a picture or a page by its content. */
export const contentName = ({ filename, contentType, sha256 }: LoadedMedia): string =>
  named(filename, sha256.slice(0, 32), endings[contentType]);

/** Names a video by its operation, so that it can be found without reading it. */
export const videoName = ({ media, batch, id }: Pick<UploadOperation, 'media' | 'batch' | 'id'>): string =>
  named(media.filename, `${batch}-${id}`.replace(/[^\w-]/g, '-'), undefined);

/** Cut in front, so that the mark stays whole; letters that all file systems take. */
function named(filename: string, mark: string, ending: string | undefined): string {
  const at = filename.lastIndexOf('.');
  const stem = (at > 0 ? filename.slice(0, at) : filename).replace(/[^\w.-]+/g, '-');
  const last = ending ?? (at > 0 ? filename.slice(at + 1).toLowerCase() : 'mp4');
  return `${stem.slice(0, Math.max(0, longestName - mark.length))}-${mark}.${last.replace(/[^a-z0-9]/g, '')}`;
}

export type Resource = 'image' | 'video' | 'html';

/** Ids of files in the account's library, by name. */
export async function filesNamed(
  calls: Calls,
  access: Access,
  resource: Resource,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  if (names.length === 0) return found;
  const rows = await calls.list(access, 'asset/list', { resource_type: resource });
  for (const row of rows) {
    const name = said(row.name);
    if (names.includes(name) && !found.has(name)) found.set(name, idOf(row));
  }
  return found;
}

/** The platform's documents and answers name the fields differently. */
export interface FileResult {
  readonly name: string | undefined;
  readonly state: 'pending' | 'ready' | 'failed';
  readonly id: string | undefined;
  readonly message: string | undefined;
}

export function fileResult(row: Row, isOver: boolean): FileResult {
  const status = (text(row.file_status) ?? text(row.status) ?? '').toUpperCase();
  const id = text(row.id) ?? text(row.asset_id);
  const state = status === 'SUCCESS' && id !== undefined ? 'ready' : status === 'FAILURE' || isOver ? 'failed' : 'pending';
  return { name: text(row.name) ?? text(row.file_name), state, id, message: text(row.error_message) ?? text(row.message) };
}
