import { SlipwayError } from '../../core/base/errors.ts';

/**
 * The part of `@duckdb/node-api` that is used here. The package is an optional peer: nothing but
 * this file loads it.
 */
export interface DuckdbPackage {
  readonly DuckDBInstance: {
    create(path: string, options: { readonly [name: string]: string }): Promise<DuckdbInstance>;
  };
  readonly DuckDBDataChunk: { create(types: readonly DuckdbType[], rows: number): DuckdbChunk };
  readonly INTEGER: DuckdbType;
  readonly BIGINT: DuckdbType;
  readonly DOUBLE: DuckdbType;
  readonly VARCHAR: DuckdbType;
}

/** What the package says a column or parameter is; only handed back to it. */
export interface DuckdbType {
  readonly typeId: number;
}

export interface DuckdbInstance {
  connect(): Promise<DuckdbConnection>;
  closeSync(): void;
}

export interface DuckdbConnection {
  run(
    sql: string,
    values?: readonly unknown[],
    types?: readonly DuckdbType[],
  ): Promise<DuckdbResult>;
  createAppender(
    table: string,
    schema?: string | null,
    catalog?: string | null,
  ): Promise<DuckdbAppender>;
  closeSync(): void;
}

interface DuckdbResult {
  columnNames(): readonly string[];
  fetchChunk(): Promise<DuckdbChunk | null>;
}

interface DuckdbChunk {
  readonly rowCount: number;
  getColumns(): readonly (readonly unknown[])[];
  setColumns(columns: readonly (readonly unknown[])[]): void;
}

interface DuckdbAppender {
  appendDataChunk(chunk: DuckdbChunk): void;
  closeSync(): void;
}

/**
 * Its bindings are there for Linux, macOS and Windows, x64 and arm64; those of 1.5.6-r.1 are not.
 */
const DUCKDB_VERSION = '1.5.5-r.5';
const NAME = '@duckdb/node-api';

/**
 * Loads the package. Throws `storage_unusable` with what to install where it is not there, or its
 * binding is not.
 */
export async function loadDuckdb(
  load: (name: string) => Promise<unknown> = (name) => import(/* @vite-ignore */ name),
): Promise<DuckdbPackage> {
  try {
    return (await load(NAME)) as DuckdbPackage;
  } catch (cause) {
    const said = String(cause);
    const isMissing = said.includes(NAME) && !said.includes('node-bindings');
    const message = isMissing
      ? `DuckDB is not installed here: npm install ${NAME}@${DUCKDB_VERSION}`
      : `${NAME} is installed and cannot be loaded, as it is where its binding for this system was left out: npm install ${NAME}@${DUCKDB_VERSION}`;
    throw new SlipwayError('storage_unusable', message, {
      details: [{ path: '', code: 'duckdb_missing', message }],
      cause,
    });
  }
}
