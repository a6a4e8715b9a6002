import type { Addition, PlannedLaunch, PlanPorts } from '../../launch/hooks.ts';
import { contentKind } from '../../media/contents.ts';
import { hostOf, knownHostsKind, noteHosts } from '../../media/hosts.ts';
import { dropImport } from '../../media/import/drop.ts';
import { forgetImports } from '../../media/import/forget.ts';
import { IMPORT_QUEUE, importFileKind, importKind } from '../../media/import/records.ts';
import { runImport } from '../../media/import/run.ts';
import { indexedKind, mediaKind, mediaLookedKind, usedFileKind } from '../../media/records.ts';
import { mediaSourceKind } from '../../media/sources.ts';
import { feature, outside, sealedPlace } from '../../operations/feature.ts';
import { mediaOperations } from './operations.ts';

/** Notes the other hosts that files of a launch are fetched from. */
async function noteFetched(_: PlanPorts, _companyId: string, { ads }: PlannedLaunch): Promise<Addition> {
  const hosts = ads.flatMap(({ media }) =>
    media.flatMap(({ url, sha256 }) => (url === undefined || sha256 !== undefined ? [] : (hostOf(url) ?? []))),
  );
  return { note: (ports, caller) => noteHosts(ports, caller, hosts) };
}

/** Files, and where they come from. */
export const media = feature({
  name: 'media',
  operations: mediaOperations,
  planned: noteFetched,
  kinds: [
    mediaKind,
    contentKind,
    mediaLookedKind,
    importKind,
    importFileKind,
    knownHostsKind,
    mediaSourceKind,
    indexedKind,
    usedFileKind,
  ],
  queues: {
    [IMPORT_QUEUE]: {
      lane: 'imports',
      handler:
        (ports) =>
        ({ companyId, subject }, { stopping }) =>
          runImport(ports, companyId, subject, stopping),
      drop: dropImport,
    },
  },
  sealed: [
    sealedPlace(mediaSourceKind, {
      use: 'credentials',
      name: 'connection to files elsewhere',
      textOf: ({ sealed }) => sealed,
      withText: (doc, sealed) => ({ ...doc, sealed }),
    }),
  ],
  outside: [
    outside(mediaKind, (ports, companyId, _id, { sha256 }) => ports.files.remove(companyId, sha256)),
    outside(contentKind, (ports, companyId, sha256) => ports.files.remove(companyId, sha256)),
  ],
  forget: forgetImports,
});
