import type { ChosenAd } from '../../core/sheet/choose-ads.ts';
import type { App } from '../base/app.ts';
import { backend } from '../base/host.ts';
import { Problem } from '../base/problem.ts';
import { say } from '../base/say.ts';
import { requireConnection } from '../base/settings.ts';
import { askForFiles, mayReadDrive } from './files.ts';
import { addressOf, type DriveMedia, keepFiles } from './media.ts';

/** The files that ads of a sheet name, and what launching would do with each ad. */
interface NamedFiles {
  readonly files: readonly DriveMedia[];
  readonly chosen: readonly ChosenAd[];
}

/** Asks about files of Drive that are not known yet. True when something was learned. */
export async function learnFiles(app: App, { files }: Pick<NamedFiles, 'files'>): Promise<boolean> {
  const ids = [
    ...new Set(
      files.filter(({ known }) => known === undefined || 'problem' in known).map(({ id }) => id),
    ),
  ];
  if (ids.length === 0 || !mayReadDrive()) return false;
  return keepFiles(app, await askForFiles(app, ids));
}

/**
 * Hands the files of ads to be launched over to the service, each once, read from Drive with the
 * user's right; changed files again. True when addresses changed.
 */
export async function handOver(app: App, { files, chosen }: NamedFiles): Promise<boolean> {
  const ids = [
    ...new Set(files.filter(({ ad }) => chosen[ad]?.turn === 'launch').map(({ id }) => id)),
  ];
  if (ids.length === 0 || !mayReadDrive()) return false;
  const { companyId, key } = requireConnection(app);
  const before = new Map(files.map(({ id, known }) => [id, known]));
  const asked = await askForFiles(app, ids);
  let isChanged = await keepFiles(app, asked);
  let done = 0;
  for (const [id, file] of asked) {
    if ('problem' in file) continue;
    const kept = before.get(id);
    const isThere =
      kept !== undefined &&
      'md5' in kept &&
      kept.md5 === file.md5 &&
      addressOf(kept, companyId) !== undefined;
    if (!isThere) {
      if (app.clock.now() > app.deadline)
        throw new Problem('wait', say('filesHanded', { done, all: ids.length }), {
          waitSeconds: 2,
        });
      const url = backend().handOver(key, id, file);
      await keepFiles(app, new Map([[id, { ...file, handed: { url, companyId } }]]));
      isChanged = true;
    }
    done += 1;
  }
  return isChanged;
}
