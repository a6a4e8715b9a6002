import { dirname } from 'node:path';
import type { LaunchLimits } from '../../../../core/base/limits.ts';
import type { Client } from '../../../client/client.ts';
import {
  type FileFault,
  inFileOrder,
  type LaunchFile,
  withoutAds,
} from '../../base/launch-file.ts';
import {
  findMedia,
  localMedia,
  standIn,
  uploadLocalMedia,
  withAddresses,
  withKnownMedia,
} from './local-media.ts';
import { withNamesResolved } from './names.ts';
import {
  faultsOf,
  limitsOf,
  type Plan,
  type PlanOptions,
  planParts,
  type ReadyPart,
  type SentAds,
  wholePlan,
} from './plan.ts';

/** A file that is ready to go: what is sent, what it will do, and what had to stay behind. */
export interface ReadyLaunch {
  /** One, unless the file holds more than one launch takes; none where nothing can go. */
  readonly parts: readonly ReadyPart[];
  /** Of all parts together, but for those that are launched already. */
  readonly plan: Plan | undefined;
  readonly ads: LaunchFile['ads'];
  /** Why ads were left out, or why nothing can go. */
  readonly faults: readonly FileFault[];
  /**
   * Files the plan was made without: they are uploaded when it is launched, and its digest is
   * another then.
   */
  readonly notUploaded?: readonly string[];
}

/**
 * Uploads a file's local media and has the service check and plan it, in parts where it is too much
 * for one launch. With `skipFaulty` ads that have faults stay behind and the rest is planned;
 * without, one fault means no plan.
 */
export async function prepareLaunch(
  client: Client,
  written: LaunchFile,
  path: string,
  options: PlanOptions & {
    /** Whether local media may be uploaded; a look at the plan uploads nothing. */
    readonly uploads?: boolean;
    readonly onUploaded: (done: number, total: number) => void;
  },
): Promise<ReadyLaunch> {
  const file = { ...written, ads: await withNamesResolved(client, written.ads) };
  const folder = dirname(path);
  const missing = file.ads.flatMap((ad, index) =>
    localMedia([ad])
      .filter((name) => findMedia(folder, name) === undefined)
      .map((name) => ({
        ...file.locate({
          path: `ads[${index}].media[${mediaIndex(ad, name)}].url`,
          code: 'no_such_file',
          message: '',
        }),
        message: `There is no file ${name} beside ${path}. Correct its name, or give an address that starts with https://.`,
      })),
  );
  const known = inFileOrder([...file.faults, ...missing]);
  const faulty = new Set(known.flatMap(({ ad }) => ad ?? []));
  const limits = await limitsOf(client);
  if (known.length > 0 && !options.skipFaulty) {
    const others = await otherFaults(client, file, limits);
    const isNew = ({ place }: FileFault): boolean => known.every((each) => each.place !== place);
    return {
      parts: [],
      plan: undefined,
      ads: [],
      faults: inFileOrder([...known, ...others.filter(isNew)]),
    };
  }

  const planned = async (sent: SentAds): Promise<ReadyLaunch> => {
    const { parts, faults, unlisted } = await planParts(client, file, sent, { limits, ...options });
    const all = inFileOrder([...known, ...faults]);
    const more = `${unlisted} more that the service does not list before these are corrected.`;
    return {
      parts,
      plan: wholePlan(parts),
      ads: parts.flatMap(({ ads, plan }) => (plan === undefined ? [] : ads)),
      faults: unlisted === 0 ? all : [...all, { ad: undefined, place: 'elsewhere', message: more }],
    };
  };
  const { ads, origin } = withoutAds(file, faulty);
  if (options.uploads === false) {
    const { ads: sent, missing: notUploaded } = await withKnownMedia(client, ads, folder);
    return { ...(await planned({ ads: sent, origin })), notUploaded };
  }
  return planned({ ads: await uploadLocalMedia(client, ads, folder, options.onUploaded), origin });
}

const mediaIndex = (ad: LaunchFile['ads'][number], url: string): number =>
  (Array.isArray(ad.media) ? ad.media : []).findIndex(
    (item: { url?: unknown }) => item.url === url,
  );

/**
 * What else is wrong with a file that cannot go anyway, so that all of it can be corrected at once.
 * Nothing is uploaded for it: media that lie beside the file get an address that leads nowhere, and
 * what is said of media is dropped.
 */
async function otherFaults(
  client: Client,
  file: LaunchFile,
  limits: LaunchLimits,
): Promise<FileFault[]> {
  const faults = await faultsOf(client, file, withAddresses(file.ads, standIn), limits);
  return faults.filter(({ path }) => !path.includes('.media')).map((fault) => file.locate(fault));
}
