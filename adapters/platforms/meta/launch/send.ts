import type { FailureClass, PlatformFailure } from '../../../../core/errors.ts';
import type { MediaSource } from '../../../../core/ports/media.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { LaunchOperation, Outcome } from '../../../../core/ports/platform-launch.ts';
import { mapBounded } from '../../../http/map-bounded.ts';
import { loadMedia } from '../../load-media.ts';
import { UnbuildableAd } from '../creative/parts.ts';
import type { BatchEntry } from '../wire/batch.ts';
import type { Answer, Graph } from '../wire/client.ts';
import { wireFailure } from '../wire/errors.ts';
import { entriesOf, outcomeOf, type Prepared, packed } from './entries.ts';
import { imageEntry, type UploadOperation } from './images.ts';
import { uploadVideo } from './videos.ts';

export interface SendPorts {
  readonly graph: Graph;
  readonly media: MediaSource;
}

/** Requests side by side for one account. */
const width = 8;
/** Bytes of images in one request, beyond which the rest goes into another. */
const bytesPerRequest = 20 * 1024 * 1024;
/** Images held in memory at a time. */
const imagesPerRound = 50;

/** Sends operations in as few requests as possible and answers in their order. Never throws for what the platform said. */
export async function sendLaunch(
  ports: SendPorts,
  access: Access,
  operations: readonly LaunchOperation[],
): Promise<readonly Outcome[]> {
  const outcomes = new Map<LaunchOperation, Outcome>();
  const own = await ownVideos(ports, access, operations);
  const packs = packed(operations.filter((operation) => !own.some((each) => each === operation)));

  let dead: PlatformFailure | undefined;
  for (const round of rounds(packs)) {
    if (dead === undefined) await sendRound(ports, access, round, outcomes);
    dead ??= [...outcomes.values()].map(failureOf).find((failure) => failure?.class === 'auth');
    if (dead === undefined) continue;
    // A dead token stops everything at once: further requests would only fail one by one.
    for (const operation of operations) {
      if (!outcomes.has(operation)) outcomes.set(operation, { state: 'failed', failure: dead });
    }
  }
  const waiting = own.filter((operation) => !outcomes.has(operation));
  await mapBounded(waiting, 3, async (operation) => {
    outcomes.set(operation, await sendOwnVideo(ports, access, operation));
  });
  return operations.map((operation) => outcomes.get(operation) ?? noAnswer(ports.graph.newTraceId()));
}

/** Some packs at a time: enough to be quick, few enough that their images fit into memory. */
function rounds(packs: readonly (readonly LaunchOperation[])[]): readonly (readonly LaunchOperation[])[][] {
  const all: (readonly LaunchOperation[])[][] = [];
  let images = imagesPerRound;
  for (const pack of packs) {
    const count = pack.filter(({ kind }) => kind === 'image').length;
    const last = all[all.length - 1];
    if (last === undefined || last.length === width || images + count > imagesPerRound) {
      all.push([pack]);
      images = count;
    } else {
      last.push(pack);
      images += count;
    }
  }
  return all;
}

interface Piece extends Prepared {
  readonly operation: LaunchOperation;
  readonly sha256?: string;
  readonly bytes: number;
}

async function sendRound(
  ports: SendPorts,
  access: Access,
  packs: readonly (readonly LaunchOperation[])[],
  outcomes: Map<LaunchOperation, Outcome>,
): Promise<void> {
  const requests: Piece[][] = [];
  for (const pack of packs) {
    const prepared = await mapBounded(pack, 6, (operation, position) => prepare(ports, access, operation, position));
    const pieces: Piece[] = [];
    prepared.forEach((result, position) => {
      const operation = pack[position];
      if ('state' in result) operation && outcomes.set(operation, result);
      else pieces.push(result);
    });
    requests.push(...split(pieces));
  }
  const answers = await ports.graph.batchAll(
    access,
    requests.map((pieces) => pieces.flatMap(({ entries }) => entries)),
  );
  requests.forEach((pieces, request) => {
    let next = 0;
    for (const piece of pieces) {
      const own: readonly Answer[] = answers[request]?.slice(next, next + piece.entries.length) ?? [];
      next += piece.entries.length;
      const outcome = outcomeOf(piece.operation, piece, own, ports.graph.newTraceId);
      const { sha256 } = piece;
      outcomes.set(piece.operation, outcome.state === 'done' && sha256 !== undefined ? { ...outcome, sha256 } : outcome);
    }
  });
}

async function prepare(
  { graph, media }: SendPorts,
  access: Access,
  operation: LaunchOperation,
  position: number,
): Promise<Piece | Outcome> {
  if (operation.kind === 'image') {
    const file = await loadMedia(media, access.companyId, operation.media.url, wording(graph));
    if ('outcome' in file) return file.outcome;
    const { bytes, contentType, filename, sha256 } = file.loaded;
    const entry: BatchEntry = imageEntry(access.adAccountId, { bytes, contentType, filename });
    return { operation, entries: [entry], sha256, bytes: bytes.length };
  }
  try {
    return { operation, ...entriesOf(access.adAccountId, operation, `made${position}`), bytes: 0 };
  } catch (error) {
    if (!(error instanceof UnbuildableAd)) throw error;
    return { state: 'failed', failure: { ...wireFailure('invalid', error.message, graph.newTraceId()), fix: error.fix } };
  }
}

/** One request unless its images are too heavy for one. */
function split(pieces: readonly Piece[]): Piece[][] {
  const requests: Piece[][] = [];
  let weight = 0;
  for (const piece of pieces) {
    const last = requests[requests.length - 1];
    if (last === undefined || (weight > 0 && weight + piece.bytes > bytesPerRequest)) {
      requests.push([piece]);
      weight = piece.bytes;
    } else {
      last.push(piece);
      weight += piece.bytes;
    }
  }
  return requests;
}

/** Files of our own store have no public address the platform could fetch them from. */
async function ownVideos(
  { media }: SendPorts,
  access: Access,
  operations: readonly LaunchOperation[],
): Promise<readonly UploadOperation[]> {
  const videos = operations.filter((operation): operation is UploadOperation => operation.kind === 'video');
  const facts = await Promise.all(videos.map((operation) => media.describe(access.companyId, operation.media.url)));
  return videos.filter((_, position) => facts[position] !== undefined);
}

async function sendOwnVideo({ graph, media }: SendPorts, access: Access, operation: UploadOperation): Promise<Outcome> {
  const file = await loadMedia(media, access.companyId, operation.media.url, wording(graph));
  return 'outcome' in file ? file.outcome : uploadVideo(graph, access, operation, file.loaded);
}

const wording =
  (graph: Graph) =>
  (kind: FailureClass, message: string): PlatformFailure =>
    wireFailure(kind, message, graph.newTraceId());

const failureOf = (outcome: Outcome): PlatformFailure | undefined => ('failure' in outcome ? outcome.failure : undefined);

const noAnswer = (traceId: string): Outcome => ({
  state: 'unknown',
  failure: wireFailure('transient', 'The operation was left without an answer.', traceId),
});
