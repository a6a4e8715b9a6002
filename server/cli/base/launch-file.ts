import { parseCsv } from '../../../core/base/csv.ts';
import type { Fault } from '../../../core/base/errors.ts';
import { headerOf, type Layout } from '../../../core/sheet/headers.ts';
import { a1, inFileWords, located, locateFault } from '../../../core/sheet/locate.ts';
import type { SheetAd } from '../../../core/sheet/read-rows.ts';
import { readTable } from '../../../core/sheet/read-table.ts';
import { launchColumns } from '../../local/columns.ts';
import { UsageFault } from './command.ts';

/** Ads as a file describes them. */
export interface LaunchFile {
  readonly ads: readonly { readonly [field: string]: unknown }[];
  /** Whatever else a JSON file says beside `ads`. */
  readonly options: { readonly [field: string]: unknown };
  /** Found without asking the service. */
  readonly faults: readonly FileFault[];
  /** Columns that are probably not what they were meant to be. */
  readonly remarks: readonly string[];
  /** Where a fault of the request stands in the file. */
  locate(fault: Fault): FileFault;
}

export interface FileFault {
  /** From 0; undefined when it concerns the file as a whole. */
  readonly ad: number | undefined;
  /** `row 12, Link (AB12)` in a CSV file; the path in a JSON file. */
  readonly place: string;
  readonly message: string;
  /** Row and column, where it stands in a table. */
  readonly cell?: readonly [row: number, column: number];
}

/** As they stand in the file: by row and column, or by ad; what concerns the whole comes last. */
export const inFileOrder = (faults: readonly FileFault[]): FileFault[] => {
  const placed = ({ ad, cell }: FileFault): readonly number[] =>
    cell ?? [ad === undefined || ad < 0 ? Infinity : ad, 0];
  return [...faults].sort((a, b) => {
    const [[row = 0, column = 0], [other = 0, next = 0]] = [placed(a), placed(b)];
    return row === other ? column - next : row < other ? -1 : 1;
  });
};

export function readLaunchFile(name: string, content: string): LaunchFile {
  return /\.json$/i.test(name) ? readJson(name, content) : readSheet(content);
}

function readJson(name: string, content: string): LaunchFile {
  let body: unknown;
  try {
    body = JSON.parse(content);
  } catch (error) {
    throw new UsageFault(`${name} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
  const { ads, ...options } = (Array.isArray(body) ? { ads: body } : (body ?? {})) as {
    readonly ads?: unknown;
  };
  if (!Array.isArray(ads) || ads.length === 0)
    throw new UsageFault(
      `${name} holds no ads. Write { "ads": [ … ] } as slipway call launch takes it, or a list of ads.`,
    );
  return {
    ads,
    options,
    faults: [],
    remarks: [],
    locate: ({ path, message }) => ({ ad: adOf(path), place: path, message }),
  };
}

/**
 * The columns are those of the add-on. Rows without a tick are left out, but only where there is a
 * column for it.
 */
function readSheet(content: string): LaunchFile {
  const [headers = [], ...lines] = parseCsv(content);
  const { layout, all, chosen: sheetAds } = readTable(headers, lines, launchColumns());
  if (layout.columns.length === 0)
    throw new UsageFault(
      'The first row has no column Slipway knows. `slipway launch --template` prints one that has.',
    );
  if (sheetAds.length === 0)
    throw new UsageFault(
      all.length === 0
        ? 'There is no ad below the headers.'
        : 'No row is ticked in the column Ready.',
    );
  const inFile = (fault: {
    row: number;
    key: string;
    message: string;
    position?: number;
  }): FileFault => ({
    ad: sheetAds.findIndex((each) => each.rows.includes(fault.row)),
    place: placeOf(fault),
    message: fault.message,
    cell: [fault.row, fault.position ?? 0],
  });
  return {
    ads: sheetAds.map(({ ad }) => ad),
    options: {},
    faults: sheetAds.flatMap(({ faults }) => faults.map((fault) => inFile(located(fault, layout)))),
    remarks: layout.remarks.map(({ message }) => message),
    locate: (fault) => locate(fault, sheetAds, layout, inFile),
  };
}

function locate(
  fault: Fault,
  ads: readonly SheetAd[],
  layout: Layout,
  inFile: (fault: { row: number; key: string; message: string; position?: number }) => FileFault,
): FileFault {
  const cell = locateFault(fault, ads, layout, inFileWords);
  return cell === undefined
    ? { ad: adOf(fault.path), place: fault.path || 'the file', message: fault.message }
    : inFile(cell);
}

function placeOf({ row, key, position }: { row: number; key: string; position?: number }): string {
  const header = headerOf(launchColumns(), key) ?? key;
  return position === undefined
    ? `row ${row}, ${header}`
    : `row ${row}, ${header} (${a1(position, row)})`;
}

const adOf = (path: string): number | undefined => {
  const index = /^ads\[(\d+)\]/.exec(path)?.[1];
  return index === undefined ? undefined : Number(index);
};

/** The file without some of its ads. Faults that were located before keep their places. */
export function withoutAds(
  file: LaunchFile,
  left: ReadonlySet<number>,
): { ads: LaunchFile['ads']; origin: readonly number[] } {
  const origin = file.ads.map((_, i) => i).filter((i) => !left.has(i));
  return { ads: file.ads.filter((_, i) => !left.has(i)), origin };
}
