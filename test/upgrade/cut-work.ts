import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { SandboxState, StateChange } from '../../adapters/sandbox/world.ts';
import type { Cut } from './cuts.ts';

/** What a former version left behind when it was killed. */
interface Left {
  /** When it was killed for the last time. */
  readonly at: number;
  readonly adminKey: string;
  /** Ad sets that are no copies. */
  readonly adSetIds: readonly string[];
  readonly cuts: readonly Cut[];
}

const FILES = { database: 'cut-work.sqlite.br', platforms: 'cut-work.platforms.br', left: 'cut-work.json.br' } as const;

/** Windows of 16 MB: what is cut at each commit is much the same each time. */
const compressed = (bytes: Uint8Array): Uint8Array =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });

export async function packed(
  { file, platforms, left }: { readonly file: string; readonly platforms: readonly StateChange[]; readonly left: Left },
  write: (name: string, bytes: Uint8Array) => void,
): Promise<{ readonly [name: string]: number }> {
  const plain = `${file}.plain`;
  const database = new DatabaseSync(file);
  database.exec(`VACUUM INTO '${plain}'`);
  database.close();
  const contents = {
    [FILES.database]: readFileSync(plain),
    [FILES.platforms]: Buffer.from(JSON.stringify(inOne(platforms))),
    [FILES.left]: Buffer.from(JSON.stringify(left)),
  };
  return Object.fromEntries(
    Object.entries(contents).map(([name, bytes]) => {
      const small = compressed(bytes);
      write(name, small);
      return [name, small.length];
    }),
  );
}

/** All changes as one. */
function inOne(changes: readonly StateChange[]): StateChange {
  const put = new Map(changes.flatMap((change) => change.put.map((entity) => [entity.id, entity] as const)));
  for (const id of changes.flatMap(({ drop }) => drop)) put.delete(id);
  const { sequence = 0, clockOffset = 0 } = changes.at(-1) ?? {};
  return {
    sequence,
    clockOffset,
    put: [...put.values()],
    drop: [],
    notes: Object.assign({}, ...changes.map(({ notes }) => notes)),
  };
}

const unpacked = (name: string): Buffer => brotliDecompressSync(readFileSync(new URL(name, import.meta.url)));

export const cutDatabase = (): Uint8Array => unpacked(FILES.database);
export const cutLeft = (): Left => JSON.parse(unpacked(FILES.left).toString()) as Left;

/** The platforms as the former version left them. */
export function cutPlatforms(): SandboxState {
  const change = JSON.parse(unpacked(FILES.platforms).toString()) as StateChange;
  return { load: () => [change], append: () => undefined, clear: () => undefined, close: () => undefined };
}
