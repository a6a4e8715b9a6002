import { strToU8, zipSync } from 'fflate';
import { type CsvCell, recordsCsv } from '../../../../../core/base/csv.ts';
import type { Report } from '../../base/api.ts';
import { download, downloadText } from '../../base/download.ts';

type Cells = { readonly [field: string]: CsvCell };

/** The value before and its change stand beside each figure. */
export function cellsOf(rows: Report['data']): readonly Cells[] {
  return rows.map(({ previous, change, resultsByType: _types, name: _name, ...row }) => ({
    ...(row as Cells),
    ...Object.fromEntries(
      Object.entries(previous ?? {}).flatMap(([metric, value]) => [
        [`${metric} before`, value],
        [`${metric} change`, change?.[metric as keyof typeof change] ?? null],
      ]),
    ),
  }));
}

export const downloadCsv = (rows: Report['data'], name: string): void => downloadText(recordsCsv(cellsOf(rows)), name);

const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const downloadXlsx = (rows: Report['data'], name: string): void =>
  download(new Blob([xlsxOf(cellsOf(rows)) as Uint8Array<ArrayBuffer>], { type: SPREADSHEET }), name);

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** Texts stay texts, also ids of many digits. */
export function xlsxOf(records: readonly Cells[]): Uint8Array {
  const fields = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const lines = [fields, ...records.map((record) => fields.map((field) => record[field]))].map(
    (cells) => `<row>${cells.map(cellOf).join('')}</row>`,
  );
  const relation = (type: string, target: string) =>
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATIONS}/${type}" Target="${target}"/></Relationships>`;
  const part = (name: string, type: string) =>
    `<Override PartName="${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
  const parts = {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('/xl/workbook.xml', 'sheet.main')}${part('/xl/worksheets/sheet1.xml', 'worksheet')}</Types>`,
    '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Report" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}

function cellOf(cell: CsvCell): string {
  if (cell === null || cell === undefined) return '<c/>';
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

const entities: { readonly [sign: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Leaves out characters that XML cannot hold. */
const escaped = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in the file.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>]/g, (sign) => entities[sign] ?? sign);
