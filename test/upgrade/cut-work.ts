import { readFileSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
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

const FILES = {
  database: 'cut-work.database.br',
  platforms: 'cut-work.platforms.br',
  left: 'cut-work.json.br',
} as const;

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
  {
    file,
    platforms,
    left,
  }: { readonly file: string; readonly platforms: readonly StateChange[]; readonly left: Left },
  write: (name: string, bytes: Uint8Array) => void,
): Promise<{ readonly [name: string]: number }> {
  const contents = {
    [FILES.database]: Buffer.from(JSON.stringify(dumped(file))),
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

interface Dump {
  /** Statements that make tables and triggers, and indexes. */
  readonly schema: readonly string[];
  readonly rows: {
    readonly [table: string]: readonly { readonly [column: string]: SQLInputValue }[];
  };
}

/** Tables that triggers fill are left to them. */
const FILLED = ['schema_versions', 'documents', 'kinds'];

/** What a database holds: half as large as its file, whose indexes repeat it. */
function dumped(file: string): Dump {
  const database = new DatabaseSync(file);
  const made = database
    .prepare("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type = 'index', rowid")
    .all();
  const rows = FILLED.map(
    (table) => [table, database.prepare(`SELECT * FROM ${table}`).all()] as const,
  );
  database.close();
  return {
    schema: made.map(({ sql }) => String(sql)),
    rows: Object.fromEntries(rows) as Dump['rows'],
  };
}

/** All changes as one. */
function inOne(changes: readonly StateChange[]): StateChange {
  const put = new Map(
    changes.flatMap((change) => change.put.map((entity) => [entity.id, entity] as const)),
  );
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

const unpacked = (name: string): Buffer =>
  brotliDecompressSync(readFileSync(new URL(name, import.meta.url)));

/** Makes the file of the database as the former version left it. */
export function placeDatabase(file: string): void {
  const { schema, rows } = JSON.parse(unpacked(FILES.database).toString()) as Dump;
  const database = new DatabaseSync(file);
  database.exec('BEGIN');
  for (const statement of schema) database.exec(statement);
  for (const [table, all] of Object.entries(rows))
    for (const row of all) {
      const columns = Object.keys(row);
      const insert = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
      database.prepare(insert).run(...Object.values(row));
    }
  database.exec('COMMIT');
  database.close();
}

export const cutLeft = (): Left => JSON.parse(unpacked(FILES.left).toString()) as Left;

/** The platforms as the former version left them. */
export function cutPlatforms(): SandboxState {
  const change = JSON.parse(unpacked(FILES.platforms).toString()) as StateChange;
  return {
    load: () => [change],
    append: () => undefined,
    clear: () => undefined,
    close: () => undefined,
  };
}
