import type { Store } from '../../core/ports/store.ts';
import type { KeyedAd } from '../../core/sheet/choose-ads.ts';
import type { CellFault } from '../../core/sheet/read-rows.ts';
import { type App, FILE } from '../base/app.ts';
import type { DriveFile } from '../base/host.ts';
import { say } from '../base/say.ts';
import { driveFileKind, type KnownFile, mayReadDrive } from './files.ts';
import { driveIdIn, isDriveLink } from './links.ts';

/** A file of Drive that an ad shows. */
export interface DriveMedia {
  /** Position of the ad among those that were looked at. */
  readonly ad: number;
  readonly id: string;
  readonly known?: KnownFile;
}

type Item = { readonly url?: unknown; readonly [field: string]: unknown };

const mediaOf = ({ ad }: KeyedAd): readonly Item[] =>
  Array.isArray(ad.media) ? (ad.media as Item[]) : [];

/**
 * Ads with the addresses of their files of Drive. Files not handed over stay links; unreadable ones
 * are faults.
 */
export async function withDrive(
  store: Store,
  companyOf: () => string | undefined,
  ads: readonly KeyedAd[],
): Promise<{ ads: readonly KeyedAd[]; files: readonly DriveMedia[] }> {
  const links = ads.flatMap((ad, i) =>
    mediaOf(ad).flatMap(({ url }) =>
      typeof url === 'string' && isDriveLink(url) ? [{ ad: i, id: driveIdIn(url) ?? '' }] : [],
    ),
  );
  if (links.length === 0) return { ads, files: [] };
  const known = new Map<string, KnownFile>();
  for (const id of new Set(links.map((link) => link.id))) {
    const kept = id === '' ? undefined : await store.get(driveFileKind, FILE, id);
    if (kept !== undefined) known.set(id, kept.doc);
  }
  const files = links
    .filter(({ id }) => id !== '')
    .map(({ ad, id }): DriveMedia => {
      const file = known.get(id);
      return file === undefined ? { ad, id } : { ad, id, known: file };
    });
  const companyId = companyOf();
  return { ads: ads.map((ad) => withAddresses(ad, known, companyId)), files };
}

function withAddresses(
  keyed: KeyedAd,
  known: ReadonlyMap<string, KnownFile>,
  companyId: string | undefined,
): KeyedAd {
  const faults: CellFault[] = [];
  const media = mediaOf(keyed).map((item, i): Item => {
    if (typeof item.url !== 'string' || !isDriveLink(item.url)) return item;
    const id = driveIdIn(item.url);
    const file = id === undefined ? undefined : known.get(id);
    const problem = problemOf(id, file);
    const slot = keyed.media[i];
    if (problem !== undefined && slot !== undefined)
      faults.push({
        row: slot.row,
        key: `media[${slot.index}].url`,
        code: 'drive_file',
        message: problem,
      });
    if (file === undefined || 'problem' in file) return { type: 'image', ...item };
    const url = addressOf(file, companyId) ?? item.url;
    return { type: file.type, ...item, url };
  });
  if (media.length === 0) return keyed;
  return { ...keyed, ad: { ...keyed.ad, media }, faults: [...keyed.faults, ...faults] };
}

function problemOf(id: string | undefined, file: KnownFile | undefined): string | undefined {
  if (!mayReadDrive()) return say('mediaWithoutDrive');
  if (id === undefined) return say('linkNoFile');
  return file !== undefined && 'problem' in file ? file.problem : undefined;
}

/** Where the service of a company has the file; undefined where it was not handed over to it. */
export const addressOf = (
  { handed }: DriveFile,
  companyId: string | undefined,
): string | undefined =>
  handed !== undefined && handed.companyId === companyId ? handed.url : undefined;

/** Writes down what Drive says. What was handed over stays so while its content is the same. */
export async function keepFiles(app: App, found: ReadonlyMap<string, KnownFile>): Promise<boolean> {
  return app.locked(async (store) => {
    let isChanged = false;
    for (const [id, file] of found) {
      const kept = await store.get(driveFileKind, FILE, id);
      const before = kept?.doc;
      const isSame =
        before !== undefined && 'md5' in before && 'md5' in file && before.md5 === file.md5;
      const doc = isSame && before.handed !== undefined ? { handed: before.handed, ...file } : file;
      if (JSON.stringify(before) === JSON.stringify(doc)) continue;
      await store.commit([
        { kind: driveFileKind, companyId: FILE, id, expect: kept?.version ?? 'absent', doc },
      ]);
      isChanged = true;
    }
    return isChanged;
  });
}
