import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { companyKind } from '../../core/access/records.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import { type Store, SYSTEM } from '../../core/ports/store.ts';
import type { Database } from './assemble.ts';
import { MARKS } from './media-mark.ts';

/**
 * An installation never begins over the remains of another: a repeated request would launch a
 * second time. Another folder begins afresh.
 */

export const isMissing = (database: Database): boolean =>
  database.type === 'sqlite' && !existsSync(database.path);

/**
 * Before a database file is made. Throws `storage_unusable` where a folder holds what belonged to
 * one.
 */
export function refuseRemains(database: Database, folder: string, media: string | undefined): void {
  if (database.type !== 'sqlite' || !isMissing(database)) return;
  const secret = join(folder, 'secret');
  const remains = [
    ...[secret, `${database.path}-wal`].filter((each) => existsSync(each)),
    ...[media, join(folder, 'exports')].filter((each) => each !== undefined && hasFiles(each)),
  ];
  if (remains.length > 0)
    throw unusable(
      `${remains.join(' and ')} belong to an installation whose database ${database.path} is not there.`,
    );
}

/** Before a first company is made. Throws `storage_unusable` where there are media already. */
export async function refuseForgotten(store: Store, media: string | undefined): Promise<void> {
  if (media === undefined || !hasFiles(media)) return;
  if ((await store.find(companyKind, SYSTEM, { limit: 1 })).items.length === 0)
    throw unusable(
      `The database holds no company, but ${media} holds the files of one: this is another database, or an old copy.`,
    );
}

const unusable = (what: string): SlipwayError =>
  new SlipwayError(
    'storage_unusable',
    `${what} Restore a backup (slipway restore), or, to start afresh, name another folder or move the files away.`,
  );

function hasFiles(folder: string): boolean {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false;
  // The mark of a media place says nothing of companies.
  return readdirSync(folder, { withFileTypes: true }).some((entry) =>
    entry.isDirectory() ? entry.name !== MARKS && hasFiles(join(folder, entry.name)) : true,
  );
}
