import { mapBounded } from '../../../../core/base/map-bounded.ts';
import { loadMedia } from '../../kit/load-media.ts';
import { isVideo } from '../../kit/operations.ts';
import { type Stage, sendStages, uploads } from '../../kit/send-launch.ts';
import type { Access, LaunchOperation, MediaSource, Outcome } from '../../types.ts';
import { UnbuildableAd } from '../creative/parts.ts';
import type { Graph } from '../wire/client.ts';
import { entriesOf, imageEntry, outcomeOf, type Prepared, packed } from './entries.ts';
import { uploadVideo } from './videos.ts';

interface SendPorts {
  readonly graph: Graph;
  readonly media: MediaSource;
}

const width = 8;
/** Of images in one request. */
const bytesPerRequest = 20 * 1024 * 1024;
const imagesPerRound = 50;

/** As few requests as possible; answers in order. Never throws for what the platform said. */
export async function sendLaunch(
  ports: SendPorts,
  access: Access,
  operations: readonly LaunchOperation[],
): Promise<readonly Outcome[]> {
  const { graph, media } = ports;
  const own = await ownVideos(ports, access, operations);
  const batched: Stage = {
    takes: (operation): operation is LaunchOperation => !own.has(operation),
    groups: (open) => rounds(packed(open)),
    send: (_access, round) => sendRound(ports, access, round),
  };
  const inPieces = uploads(
    { media, fail: graph.fail },
    { video: (_access, operation, file) => uploadVideo(graph, access, operation, file) },
  );
  return sendStages(graph.fail, access, operations, [batched, inPieces]);
}

/** Several packs, as far as their images fit into memory. */
function rounds(
  packs: readonly (readonly LaunchOperation[])[],
): readonly (readonly LaunchOperation[])[] {
  const all: LaunchOperation[][] = [];
  let [images, count] = [0, width];
  for (const pack of packs) {
    const more = pack.filter(({ kind }) => kind === 'image').length;
    const last = all[all.length - 1];
    if (last === undefined || count === width || images + more > imagesPerRound) {
      all.push([...pack]);
      [images, count] = [more, 1];
    } else {
      last.push(...pack);
      [images, count] = [images + more, count + 1];
    }
  }
  return all;
}

interface Piece extends Prepared {
  readonly operation: LaunchOperation;
  readonly sha256?: string;
  readonly bytes: number;
}

/** `packed` is stable: what was packed together is again. */
async function sendRound(ports: SendPorts, access: Access, round: readonly LaunchOperation[]) {
  const outcomes = new Map<LaunchOperation, Outcome>();
  const requests: Piece[][] = [];
  for (const pack of packed(round)) {
    const prepared = await mapBounded(pack, 6, (operation, position) =>
      prepare(ports, access, operation, position),
    );
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
      const own = answers[request]?.slice(next, next + piece.entries.length) ?? [];
      next += piece.entries.length;
      const outcome = outcomeOf(piece.operation, piece, own, ports.graph.fail);
      const { sha256 } = piece;
      outcomes.set(
        piece.operation,
        outcome.state === 'done' && sha256 !== undefined ? { ...outcome, sha256 } : outcome,
      );
    }
  });
  return outcomes;
}

async function prepare(
  { graph, media }: SendPorts,
  access: Access,
  operation: LaunchOperation,
  position: number,
): Promise<Piece | Outcome> {
  if (operation.kind === 'image') {
    const file = await loadMedia(media, access.companyId, {
      url: operation.media.url,
      fail: graph.fail,
    });
    if ('outcome' in file) return file.outcome;
    const { bytes, contentType, filename, sha256 } = file.loaded;
    const entry = imageEntry(access.adAccountId, { bytes, contentType, filename });
    return { operation, entries: [entry], sha256, bytes: bytes.length };
  }
  try {
    return { operation, ...entriesOf(access.adAccountId, operation, `made${position}`), bytes: 0 };
  } catch (error) {
    if (!(error instanceof UnbuildableAd)) throw error;
    return { state: 'failed', failure: graph.fail('invalid', error.message, error.fix) };
  }
}

/** Splits where images are too heavy for one request. */
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

/** The platform cannot fetch files of our own store. */
async function ownVideos(
  { media }: SendPorts,
  access: Access,
  operations: readonly LaunchOperation[],
): Promise<ReadonlySet<LaunchOperation>> {
  const videos = operations.filter(isVideo);
  const facts = await Promise.all(
    videos.map((operation) => media.describe(access.companyId, operation.media.url)),
  );
  return new Set(videos.filter((_, position) => facts[position] !== undefined));
}
