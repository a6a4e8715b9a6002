import { readFile } from 'node:fs/promises';
import { formatCsv, parseCsv } from '../../../../core/base/csv.ts';
import { optionalPart } from '../../../../core/base/optional-part.ts';
import { tableOf } from '../../../../core/features/changes/file.ts';
import { UsageFault } from '../../base/command.ts';

type Table = readonly (readonly string[])[];

/** Rows of a file, whatever its form, and where a person finds each. */
export interface FileTable {
  readonly table: Table;
  /** Of a row, counted from 1, the header included. */
  place(row: number): string;
}

const isYaml = (name: string): boolean => /\.ya?ml$/i.test(name);

/** As the flag says, or the name of the file. */
export function formatOf(format: string | undefined, file: string | undefined): 'csv' | 'yaml' {
  if (format === undefined) return file !== undefined && isYaml(file) ? 'yaml' : 'csv';
  if (format === 'csv' || format === 'yaml') return format;
  throw new UsageFault(`--format is csv or yaml, not ${format}.`);
}

type Rows = Parameters<typeof tableOf>[0];

export const fileOf = async (rows: Rows, format: 'csv' | 'yaml'): Promise<string> =>
  format === 'csv' ? formatCsv(tableOf(rows)) : yamlOf(rows);

export async function readTable(file: string): Promise<FileTable> {
  const bytes = await readFile(file).catch(() => {
    throw new UsageFault(`${file} cannot be read.`);
  });
  const content = textOf(bytes);
  return isYaml(file)
    ? yamlTable(file, content)
    : { table: parseCsv(content), place: (row) => `row ${row}` };
}

/** Some tools write UTF-16, and say so in the first two bytes. */
function textOf(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

const yaml = () => optionalPart('A file in YAML', () => import('yaml'));

/** An entry for each object, with the columns that a table of them would have. */
async function yamlOf(rows: Rows): Promise<string> {
  const { stringify } = await yaml();
  const [header = []] = tableOf(rows);
  const entries = rows.map((row) => {
    const all: { readonly [column: string]: unknown } = { ...row, ...row.values };
    return Object.fromEntries(
      header.flatMap((column) => (all[column] === undefined ? [] : [[column, all[column]]])),
    );
  });
  return stringify(entries, { lineWidth: 0 });
}

/** The same cells as a table of the same objects has, so that both ask for the same changes. */
async function yamlTable(file: string, content: string): Promise<FileTable> {
  const { LineCounter, isMap, isScalar, isSeq, parseDocument } = await yaml();
  const lines = new LineCounter();
  const document = parseDocument(content, { lineCounter: lines, intAsBigInt: true });
  const lineOf = (node: { readonly range?: readonly number[] | null }): number =>
    lines.linePos(node.range?.[0] ?? 0).line;
  const [wrong] = document.errors;
  if (wrong !== undefined) throw new UsageFault(`${file} is not YAML: ${wrong.message}`);
  const root = document.contents;
  if (!isSeq(root))
    throw new UsageFault(`${file} is not a list of objects. Each begins with “- level: …”.`);
  const entries = root.items.map((item) => {
    if (!isMap(item))
      throw new UsageFault(
        `${file}, line ${lineOf(item as object)}: This is not an object with its fields.`,
      );
    const cells = new Map(item.items.map(({ key, value }) => [String(key), cellOf(value)]));
    return { cells, line: lineOf(item) };
  });
  const header = [...new Set(entries.flatMap(({ cells }) => [...cells.keys()]))];
  const table = [
    header,
    ...entries.map(({ cells }) => header.map((column) => cells.get(column) ?? '')),
  ];
  return {
    table,
    place: (row) => (row === 1 ? 'in the whole file' : `line ${entries[row - 2]?.line ?? 1}`),
  };

  /** As it is written: a number would lose digits of an id. */
  function cellOf(node: unknown): string {
    if (isScalar(node))
      return typeof node.value === 'string'
        ? node.value
        : node.value === null
          ? ''
          : (node.source ?? '');
    const value: unknown = node === null ? null : (node as { toJSON(): unknown }).toJSON();
    return value === null
      ? ''
      : JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? Number(each) : each));
  }
}
