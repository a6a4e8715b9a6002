import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { type AnswerOf, ApiError, type Client, type InputOf } from '../client/client.ts';
import { type FileFault, inFileOrder, type LaunchFile, withoutAds } from './launch-file.ts';
import { findMedia, localMedia, standIn, uploadLocalMedia, withAddresses, withKnownMedia } from './local-media.ts';

export type Plan = AnswerOf<'plan'>;
export type Accepted = AnswerOf<'launch'>;

/** A file that is ready to go: what is sent, what it will do, and what had to stay behind. */
export interface ReadyLaunch {
  readonly body: { readonly ads: LaunchFile['ads']; readonly [field: string]: unknown };
  readonly plan: Plan | undefined;
  /** Why ads were left out, or why nothing can go. */
  readonly faults: readonly FileFault[];
  /** For each ad of the body, its position in the file. */
  readonly origin: readonly number[];
  /** Files the plan was made without: they are uploaded when it is launched, and its digest is another then. */
  readonly notUploaded?: readonly string[];
}

/**
 * Uploads a file's local media and has the service check and plan it. With `skipFaulty` ads that have faults
 * stay behind and the rest is planned; without, one fault means no plan.
 */
export async function prepareLaunch(
  client: Client,
  file: LaunchFile,
  path: string,
  options: {
    readonly skipFaulty: boolean;
    /** Whether local media may be uploaded; a look at the plan uploads nothing. */
    readonly uploads?: boolean;
    readonly onUploaded: (done: number, total: number) => void;
  },
): Promise<ReadyLaunch> {
  const folder = dirname(path);
  const missing = file.ads.flatMap((ad, index) =>
    localMedia([ad])
      .filter((name) => findMedia(folder, name) === undefined)
      .map((name) => ({
        ...file.locate({ path: `ads[${index}].media[${mediaIndex(ad, name)}].url`, code: 'no_such_file', message: '' }),
        message: `There is no file ${name} beside ${path}. Correct its name, or give an address that starts with https://.`,
      })),
  );
  const known = inFileOrder([...file.faults, ...missing]);
  const faulty = new Set(known.flatMap(({ ad }) => ad ?? []));
  if (known.length > 0 && !options.skipFaulty) {
    const others = await otherFaults(client, file);
    const isNew = ({ place }: FileFault): boolean => known.every((each) => each.place !== place);
    return { body: { ads: [] }, plan: undefined, faults: inFileOrder([...known, ...others.filter(isNew)]), origin: [] };
  }

  const { ads, origin } = withoutAds(file, faulty);
  if (options.uploads === false) {
    const { ads: sent, missing: notUploaded } = await withKnownMedia(client, ads, folder);
    return { ...(await planWithout(client, file, { ads: sent, origin }, known, options.skipFaulty)), notUploaded };
  }
  const sent = await uploadLocalMedia(client, ads, folder, options.onUploaded);
  return planWithout(client, file, { ads: sent, origin }, known, options.skipFaulty);
}

const mediaIndex = (ad: LaunchFile['ads'][number], url: string): number =>
  (Array.isArray(ad.media) ? ad.media : []).findIndex((item: { url?: unknown }) => item.url === url);

/**
 * What else is wrong with a file that cannot go anyway, so that all of it can be corrected at once. Nothing is
 * uploaded for it: media that lie beside the file get an address that leads nowhere, and what is said of media is dropped.
 */
async function otherFaults(client: Client, file: LaunchFile): Promise<FileFault[]> {
  const ads = withAddresses(file.ads, standIn);
  try {
    await client.plan(asRequest({ ...file.options, ads }));
    return [];
  } catch (error) {
    if (!(error instanceof ApiError) || error.details.length === 0) throw error;
    return error.details.filter(({ path }) => !path.includes('.media')).map((fault) => file.locate(fault));
  }
}

async function planWithout(
  client: Client,
  file: LaunchFile,
  { ads, origin }: { readonly ads: LaunchFile['ads']; readonly origin: readonly number[] },
  known: readonly FileFault[],
  skipFaulty: boolean,
): Promise<ReadyLaunch> {
  const body = { ...file.options, ads };
  if (ads.length === 0) return { body, plan: undefined, faults: known, origin };
  try {
    return { body, plan: await client.plan(asRequest(body)), faults: known, origin };
  } catch (error) {
    if (!(error instanceof ApiError) || error.details.length === 0) throw error;
    const found = error.details.map((fault) =>
      file.locate({ ...fault, path: fault.path.replace(/^ads\[(\d+)\]/, (_, i: string) => `ads[${origin[Number(i)]}]`) }),
    );
    const faults = inFileOrder([...known, ...found]);
    const more = `${error.unlisted} more that the service does not list before these are corrected.`;
    const told = error.unlisted === 0 ? faults : [...faults, { ad: undefined, place: 'elsewhere', message: more }];
    const faulty = new Set(found.flatMap(({ ad }) => ad ?? []));
    if (!skipFaulty || faulty.size === 0) return { body, plan: undefined, faults: told, origin };
    const kept = (_: unknown, i: number): boolean => !faulty.has(origin[i] ?? -1);
    return planWithout(client, file, { ads: ads.filter(kept), origin: origin.filter(kept) }, faults, skipFaulty);
  }
}

/** A file says what it likes; the service checks it. */
const asRequest = (body: object): InputOf<'launch'> => body as InputOf<'launch'>;

export interface LaunchOptions {
  readonly name: string;
  /** Launch the same file once more; without, the same file within a day is the same launch. */
  readonly again?: boolean;
  /** Refuse when the plan is no longer this one. */
  readonly planDigest?: string | undefined;
}

/** `replayed`: the file had been launched already, and nothing was launched now. */
export async function launch(
  client: Client,
  ready: ReadyLaunch,
  { name, again = false, planDigest }: LaunchOptions,
): Promise<{ readonly accepted: Accepted; readonly replayed: boolean }> {
  const digest = createHash('sha256').update(JSON.stringify(ready.body)).digest('hex').slice(0, 40);
  const key = again ? `cli-${digest}-${Date.now()}` : `cli-${digest}`;
  const body = { name, ...ready.body, again, ...(planDigest !== undefined && { planDigest }) };
  try {
    let replayed = false;
    const onAnswer = (facts: { readonly replayed: boolean }): void => {
      replayed = facts.replayed;
    };
    return { accepted: await client.launch(asRequest(body), { idempotencyKey: key, onAnswer }), replayed };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const repeated = error.details.filter(({ code }) => code === 'already_launched');
    if (repeated.length > 0)
      throw new ApiError(
        error.status,
        error.code,
        `Nothing was launched. ${repeated.map(({ message }) => message).join(' ')} --again launches them a second time.`,
      );
    if (!error.details.some(({ code }) => code === 'key_reused')) throw error;
    throw new ApiError(
      error.status,
      error.code,
      'These ads were launched from here within the last day, with another --name or --digest. --again launches them once more.',
    );
  }
}
