import type { Actor } from '../access/caller.ts';
import { SlipwayError } from '../base/errors.ts';
import { refusal } from '../base/refusal.ts';
import type { KeptMedia, MediaSource, Unkept } from '../ports/media.ts';
import type { MediaPorts } from './accept.ts';
import { keepLinked, notAFile } from './accept-url.ts';
import { mediaUrl } from './filename.ts';
import { hostOf } from './hosts.ts';
import { mediaFactsOf } from './source.ts';

/** The file of an address when a plan was made; only this file is launched for it. */
export interface PlannedMedia {
  readonly address: string;
  readonly url: string;
  readonly sha256: string;
}

/** Of one plan; more belong into an import. */
const MOST_FETCHED = 100;

type Ports = Parameters<typeof keepLinked>[0] & { readonly media: MediaSource };

/** The source while planning: fetches files at other hosts into the library, each address once. */
export function fetchingMedia(ports: Ports, caller: Actor) {
  const found = new Map<string, Promise<KeptMedia | Unkept>>();
  const planned: PlannedMedia[] = [];
  const fetched = async (address: string): Promise<KeptMedia | Unkept> => {
    if (found.size > MOST_FETCHED) return tooMany();
    try {
      const record = await keepLinked(ports, caller, address);
      const url = mediaUrl(ports.publicUrl, caller.companyId, record.filename);
      planned.push({ address, url, sha256: record.sha256 });
      return { ...mediaFactsOf(record), url };
    } catch (error) {
      return unkept(error);
    }
  };
  const media: MediaSource = {
    ...ports.media,
    keep(address) {
      const keeping = found.get(address) ?? fetched(address);
      found.set(address, keeping);
      return keeping;
    },
  };
  const inOrder = (): readonly PlannedMedia[] =>
    [...planned].sort((a, b) => (a.address < b.address ? -1 : 1));
  return { media, planned: inOrder };
}

const MOST_NAMED = 5;

/** For people. Addresses are foreign text: only the host is shown. */
export const inWords = (planned: readonly PlannedMedia[]): readonly string[] => [
  ...planned
    .slice(0, MOST_NAMED)
    .map(
      ({ address, url }) =>
        `Shows the file of ${hostOf(address) ?? 'another host'} that is kept at ${url}`,
    ),
  ...(planned.length > MOST_NAMED
    ? [`Shows ${planned.length - MOST_NAMED} more files of other hosts that are kept`]
    : []),
];

/** Faults of the address are reported at its place; anything else ends the planning. */
function unkept(error: unknown): Unkept {
  if (!(error instanceof SlipwayError)) throw error;
  const { code, message, details } = notAFile(error) ?? error;
  const [own] = details;
  if (code === 'unprocessable_entity' && own !== undefined)
    return { code: own.code, message: own.message };
  if (code === 'media_unreachable' || code === 'media_invalid' || code === 'media_too_large')
    return { code, message };
  throw error;
}

const tooMany = (): Unkept => ({
  code: 'too_many_addresses',
  message: `A plan fetches at most ${MOST_FETCHED} files from other hosts. Import them first, 500 at a time.`,
});

/**
 * The source of an applied plan: the files fetched then, and nothing else. Throws `plan_outdated`.
 */
export const plannedMedia = (
  { media, files }: Pick<MediaPorts, 'files'> & { readonly media: MediaSource },
  companyId: string,
  planned: readonly PlannedMedia[],
): MediaSource => ({
  ...media,
  async keep(address) {
    const { url, sha256 } = planned.find((each) => each.address === address) ?? {};
    if (url === undefined || sha256 === undefined)
      throw planOutdated(`${address} was not fetched when this was planned. Plan it again.`);
    const facts = await media.describe(companyId, url);
    const first =
      typeof facts === 'object'
        ? await files.read(companyId, sha256, { from: 0, to: 0 })
        : undefined;
    if (typeof facts !== 'object' || facts.sha256 !== sha256 || first === undefined)
      throw planOutdated(`The file that ${address} led to is no longer kept. Plan it again.`);
    for await (const _ of first) break;
    return { ...facts, url };
  },
});

export const planOutdated = (message: string): SlipwayError =>
  refusal('conflict', { path: 'digest', code: 'plan_outdated', message });
