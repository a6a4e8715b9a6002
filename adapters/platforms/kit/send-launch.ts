import { PlatformError } from '../../../core/base/errors.ts';
import { mapBounded } from '../../../core/base/map-bounded.ts';
import type { Good } from './calls.ts';
import type { Fail, Refusal } from './failures.ts';
import { loadMedia } from './load-media.ts';
import {
  type AdOperation,
  type CreativeOperation,
  isAd,
  isCreative,
  isReady,
  isUpload,
  type ReadyOperation,
  type UploadOperation,
} from './operations.ts';
import type {
  Access,
  FailureClass,
  LaunchCapability,
  LaunchOperation,
  LoadedMedia,
  MediaSource,
  Outcome,
  PlatformFailure,
} from './ports.ts';
import type { Answer, Wire } from './wire.ts';

export interface SendPorts {
  readonly media: MediaSource;
  readonly fail: Fail;
}

/** Handlers never throw for what the platform said. */
export interface LaunchHandlers {
  /** Files side by side. Default 3. */
  readonly filesAtOnce?: number;
  image?(access: Access, operation: UploadOperation, file: LoadedMedia): Promise<Outcome>;
  video?(access: Access, operation: UploadOperation, file: LoadedMedia): Promise<Outcome>;
  /**
   * Where the platform fetches public addresses itself: only videos of our own store are then read
   * and sent.
   */
  videoByAddress?(access: Access, operation: UploadOperation): Promise<Outcome>;
  readonly ready?: Many<ReadyOperation>;
  /** Where creatives are objects of their own. */
  readonly creative?: Many<CreativeOperation>;
  readonly ads: Many<AdOperation>;
}

export interface Many<O extends LaunchOperation> {
  /** Operations of one request. Default: all of a wave. */
  groups?(operations: readonly O[]): readonly (readonly O[])[];
  /** Groups side by side. Default 1. */
  readonly width?: number;
  send(access: Access, operations: readonly O[]): Promise<ReadonlyMap<O, Outcome>>;
}

export interface Stage<O extends LaunchOperation = LaunchOperation> extends Many<O> {
  takes(operation: LaunchOperation): operation is O;
}

/**
 * Sends operations kind by kind; answers in their order.
 *
 * @example
 * import { type AdOperation, type Calls, outcomeOf, type PlatformHost, sendLaunch, text, type Wire } from 'slipway/adapters/platform-kit';
 * import type { Access, LaunchOperation, Outcome } from 'slipway/core';
 *
 * // Ads alone, one by one: this platform takes pictures by their address.
 * export const send = (wire: Wire, calls: Calls, { media }: PlatformHost, access: Access, operations: readonly LaunchOperation[]) =>
 *   sendLaunch(
 *     { media, fail: wire.fail },
 *     {
 *       ads: {
 *         async send(_, ads) {
 *           const outcomes = new Map<AdOperation, Outcome>();
 *           for (const ad of ads) {
 *             const answer = await calls.tried(access, 'ads', { name: ad.name, adSet: ad.adSet.id });
 *             outcomes.set(ad, outcomeOf(answer.ok ? { ok: true, ref: text(answer.body.id) ?? '' } : answer));
 *           }
 *           return outcomes;
 *         },
 *       },
 *     },
 *     access,
 *     operations,
 *   );
 */
export function sendLaunch(
  ports: SendPorts,
  handlers: LaunchHandlers,
  access: Access,
  operations: readonly LaunchOperation[],
): Promise<readonly Outcome[]> {
  const { ready, creative, ads } = handlers;
  return sendStages(ports.fail, access, operations, [
    uploads(ports, handlers),
    ...(ready === undefined ? [] : [{ ...ready, takes: isReady }]),
    ...(creative === undefined ? [] : [{ ...creative, takes: isCreative }]),
    { ...ads, takes: isAd },
  ]);
}

export type LaunchTimes = Pick<LaunchCapability, 'settleMs' | 'answerMs' | 'firstLookMs'>;

/** What launches share whose ads carry no mark. */
export const unmarkedLaunch = (wire: Wire, { settleMs, answerMs, firstLookMs }: LaunchTimes) =>
  ({
    settleMs,
    answerMs,
    firstLookMs,
    leavesMarks: false,
    platformNow: () => wire.platformNow(),
    creativeKey: (ad) => ad.type,
    usage: (adAccountId) => wire.usage(adAccountId),
  }) satisfies Partial<LaunchCapability>;

/** For work that only reads: where the platform refuses it, nothing was made. */
export async function orFailed<T>(work: () => Promise<T>): Promise<T | Outcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PlatformError) return { state: 'failed', failure: error.failure };
    throw error;
  }
}

/** What a call has made, by the id in its answer. An empty id counts as no id. */
export function outcomeWithId(
  fail: Fail,
  answer: Answer,
  idOf: (answer: Good) => string | undefined,
): Outcome {
  if (!answer.ok) return outcomeOf(answer);
  const ref = idOf(answer);
  return ref ? { state: 'done', ref } : withoutId(fail);
}

/** Something may have been made. */
export const withoutId = (fail: Fail): Outcome => ({
  state: 'unknown',
  failure: fail('transient', 'The platform answered without an id.'),
});

/** Each stage takes what is left. A dead token stops everything. */
export async function sendStages(
  fail: Fail,
  access: Access,
  operations: readonly LaunchOperation[],
  stages: readonly Stage[],
): Promise<readonly Outcome[]> {
  const outcomes = new Map<LaunchOperation, Outcome>();
  const dead = (): PlatformFailure | undefined =>
    [...outcomes.values()]
      .flatMap((outcome) => ('failure' in outcome ? [outcome.failure] : []))
      .find(isDead);
  for (const {
    takes,
    groups = (all: readonly LaunchOperation[]) => [all],
    width = 1,
    send,
  } of stages) {
    const open = operations.filter((operation) => !outcomes.has(operation) && takes(operation));
    await mapBounded(open.length === 0 ? [] : groups(open), width, async (group) => {
      const failure = dead();
      const made = failure === undefined ? await send(access, group) : undefined;
      for (const operation of group)
        outcomes.set(
          operation,
          made?.get(operation) ?? (failure ? { state: 'failed', failure } : unanswered(fail)),
        );
    });
  }
  return operations.map(
    (operation) =>
      outcomes.get(operation) ?? { state: 'failed', failure: impossible(fail, operation) },
  );
}

const isDead = ({ class: kind }: PlatformFailure) => kind === 'auth';

const unanswered = (fail: Fail): Outcome => ({
  state: 'unknown',
  failure: fail('transient', 'The operation was left without an answer.'),
});

const impossible = (fail: Fail, { kind }: LaunchOperation) =>
  fail('invalid', `This platform has no operation "${kind}".`);

/** Each by itself, four side by side. */
export const eachAlone = async <O extends LaunchOperation>(
  operations: readonly O[],
  send: (operation: O) => Promise<Outcome>,
) =>
  new Map(
    await mapBounded(
      operations,
      4,
      async (operation) => [operation, await send(operation)] as const,
    ),
  );

/**
 * Sends a pack in one request. Where one of `reasons` says that one ad is at fault, and nothing was
 * made, each is sent alone.
 */
export async function sendPack<B extends { readonly operation: AdOperation }>(
  pack: readonly B[],
  reasons: readonly FailureClass[],
  send: (pack: readonly B[]) => Promise<Answer>,
  made: (pack: readonly B[], answer: Good) => readonly (readonly [AdOperation, Outcome])[],
): Promise<readonly (readonly [AdOperation, Outcome])[]> {
  const answer = await send(pack);
  if (answer.ok) return made(pack, answer);
  if (answer.maybeDone || pack.length === 1 || !reasons.includes(answer.failure.class))
    return pack.map(({ operation }) => [operation, outcomeOf(answer)]);
  const alone: (readonly [AdOperation, Outcome])[] = [];
  for (const each of pack) alone.push(...(await sendPack([each], reasons, send, made)));
  return alone;
}

/** Reads each file, hands it over and forgets it. */
export function uploads(
  ports: SendPorts,
  handlers: Pick<LaunchHandlers, 'image' | 'video' | 'videoByAddress' | 'filesAtOnce'>,
): Stage<UploadOperation> {
  return {
    takes: (operation): operation is UploadOperation =>
      isUpload(operation) && handlers[operation.kind] !== undefined,
    groups: (operations) => operations.map((operation) => [operation]),
    width: handlers.filesAtOnce ?? 3,
    async send(access, operations) {
      const outcomes = new Map<UploadOperation, Outcome>();
      for (const operation of operations) outcomes.set(operation, await upload(access, operation));
      return outcomes;
    },
  };

  async function upload(access: Access, operation: UploadOperation): Promise<Outcome> {
    const {
      kind,
      media: { url, type },
    } = operation;
    if (
      kind === 'video' &&
      handlers.videoByAddress &&
      (await ports.media.describe(access.companyId, url)) === undefined
    )
      return handlers.videoByAddress(access, operation);
    const file = await loadMedia(ports.media, access.companyId, { url, fail: ports.fail, type });
    if ('outcome' in file) return file.outcome;
    const outcome = await handlers[kind]?.(access, operation, file.loaded);
    const { sha256 } = file.loaded;
    return outcome?.state === 'done' ? { ...outcome, sha256 } : (outcome ?? unanswered(ports.fail));
  }
}

/**
 * What an operation's call has made, or what its refusal means for it.
 *
 * @example
 * import { outcomeOf } from 'slipway/adapters/platform-kit';
 *
 * console.log(outcomeOf({ ok: true, ref: 'ad-17' })); // { state: 'done', ref: 'ad-17' }
 */
export function outcomeOf(
  made: { readonly ok: true; readonly ref: string } | ({ readonly ok: false } & Refusal),
): Outcome {
  if (made.ok) return { state: 'done', ref: made.ref };
  return { state: made.maybeDone ? 'unknown' : 'failed', failure: made.failure };
}
