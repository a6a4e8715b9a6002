import { strToU8, zipSync } from 'fflate';
import { type CsvCell, recordsCsv } from '../../../../../core/base/csv.ts';
import { resultWord } from '../../../../../core/report/result-word.ts';
import { client, type Report, useResource } from '../../base/api.ts';
import { download, downloadText } from '../../base/download.ts';
import { labelOf, usePlatforms } from '../../base/platforms.ts';
import { capital, count, figure, share } from '../../base/words.ts';
import { attempt } from '../../parts/dialogs.tsx';
import { Button, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { Table } from '../../parts/table.tsx';
import { changeWords, type PartProps, type Row, useTotals } from './figures.tsx';
import { type Choice, groupOf, LABELS, PARTS, rowsOf, shownMetrics } from './query.ts';

/** Rows on the screen; files have all. */
const LIMIT = 500;
const PAGE = 1000;

const isOrdered = (by: string): boolean =>
  ['day', 'week', 'month', 'campaignName', 'adsetName'].includes(by);

async function allRows(choice: Choice, apart: boolean): Promise<Report['data']> {
  const found: Report['data'][number][] = [];
  for (;;) {
    const query = rowsOf(choice, PAGE, apart, found.length);
    if (query === undefined) return found;
    const page = await client.reports.query(query);
    found.push(...page.data);
    if (!page.pagination.hasMore) return found;
  }
}

function standsFor({
  by,
  second,
  part,
}: Choice): readonly { readonly key: string; readonly label: string; readonly field: string }[] {
  const groups = [by, second]
    .filter((key) => key !== '')
    .map((key) => ({ key, label: groupOf(key)[1], field: groupOf(key)[2] }));
  const parts = part.split(',').filter((key) => key !== '');
  return [
    ...groups,
    ...parts.map((key) => ({
      key,
      label: PARTS.find(([name]) => name === key)?.[1] ?? key,
      field: key,
    })),
  ];
}

export function Rows({ choice, change, about, apart }: PartProps & { apart: boolean }) {
  const { data, problem, reload, loading } = useResource(
    'reports.query',
    rowsOf(choice, LIMIT, apart),
  );
  const totals = useTotals(choice, apart);
  const platforms = usePlatforms();
  const named = (row: Row): Row =>
    row.platform
      ? Object.assign({}, row, { platform: labelOf(platforms, String(row.platform)) })
      : row;
  const columns = standsFor(choice);
  const metrics = shownMetrics(choice);
  const title = columns.map(({ label }) => label.toLowerCase()).join(', ');
  const rows = ((data?.data ?? []) as readonly Row[]).map(named);
  const sort = (key: string): void =>
    change(
      choice.sort === key ? { descending: !choice.descending } : { sort: key, descending: true },
    );
  const save = async (kind: 'csv' | 'xlsx') => {
    const found = await attempt(() => allRows(choice, apart));
    if (found === undefined) return;
    const all = (found as readonly Row[]).map(named) as Report['data'];
    const name = `Slipway by ${title} ${choice.from} to ${choice.to}.${kind}`;
    const sum = totals.known
      ? {
          [columns[0]?.field ?? '']: 'Total',
          ...Object.fromEntries(metrics.map((metric) => [metric, totals.now(metric)])),
        }
      : undefined;
    if (kind === 'csv') downloadText(recordsCsv(cellsOf(all)), name);
    else
      download(
        new Blob(
          [xlsxOf([...cellsOf(all), ...(sum ? [sum] : [])], about) as Uint8Array<ArrayBuffer>],
          { type: SPREADSHEET },
        ),
        name,
      );
  };
  const headerOf = (key: string, name: string) => (
    <button key={key} type="button" class="sorter" onClick={() => sort(key)}>
      {name}
      <span aria-hidden="true">{choice.sort === key ? (choice.descending ? ' ↓' : ' ↑') : ''}</span>
      {choice.sort === key && (
        <span class="sr">, sorted {choice.descending ? 'downwards' : 'upwards'}</span>
      )}
    </button>
  );
  const shown = (value: number | null | undefined, metric: string, row?: Row) =>
    figure(
      value,
      about(metric).type,
      (row?.currency as string | undefined) ?? data?.metadata.currency,
    );
  const changed = (row: Row, metric: string) => {
    const by = row.change?.[metric];
    return (
      row.previous && (
        <span class="hint" title={`Before: ${shown(row.previous[metric], metric, row)}`}>
          {typeof by === 'number' ? share(by) : '–'}
        </span>
      )
    );
  };
  return (
    <section aria-label="Table">
      <header class="section-head">
        <h2 class="section">By {title}</h2>
        <div class="actions">
          {(['csv', 'xlsx'] as const).map((kind) => (
            <Button
              key={kind}
              icon="download"
              disabled={rows.length === 0}
              onClick={() => void save(kind)}
            >
              {kind.toUpperCase()}
            </Button>
          ))}
        </div>
      </header>
      {data?.metadata.compareTo && (
        <p class="hint">
          Compared with {data.metadata.compareTo.startDate} to {data.metadata.compareTo.endDate}.
        </p>
      )}
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {data === undefined ? (
        !problem && <Waiting rows={7} onRetry={reload} />
      ) : rows.length === 0 ? (
        <p class="nothing">{loading ? 'Fetching…' : 'Nothing was delivered in these days.'}</p>
      ) : (
        <Table
          narrow="pinned"
          label={`Figures by ${title}`}
          head={[
            ...columns.map(({ key, label }) => (isOrdered(key) ? headerOf(key, label) : label)),
            ...metrics.map((metric) => headerOf(metric, about(metric).label)),
          ]}
          numbers={metrics.map((_, i) => i + columns.length)}
          foot={
            totals.known && (
              <tr>
                <td class="strong" colSpan={columns.length}>
                  Total
                </td>
                {metrics.map((metric) => (
                  <td key={metric} class="number strong">
                    {shown(totals.now(metric), metric)}
                    {metric === 'results' && totals.kinds.length > 1 && (
                      <span class="hint" title={totals.kinds.join(', ')}>
                        {totals.kinds.length} kinds
                      </span>
                    )}
                    {choice.compare !== '' && (
                      <span class="hint">
                        {changeWords(totals.now(metric), totals.before(metric)) ?? '–'}
                      </span>
                    )}
                  </td>
                ))}
              </tr>
            )
          }
        >
          {rows.map((row) => (
            <tr
              key={JSON.stringify([
                ...columns.map(({ key, field }) => shownIn(row, key, field)),
                row.adId,
                row.adsetId,
                row.campaignId,
                row.accountId,
              ])}
            >
              {columns.map(({ key, field }, i) => (
                <td key={key} class={i === 0 ? 'grow strong' : 'part'} dir="auto">
                  {shownIn(row, key, field)}
                  {i === 0 && apart && choice.by !== 'accountId' && (
                    <span class="hint">{row.accountName ?? row.accountId}</span>
                  )}
                </td>
              ))}
              {metrics.map((metric) => (
                <td key={metric} class="number">
                  {shown(row[metric] as number | null | undefined, metric, row)}
                  {metric === 'results' && row.resultType && (
                    <span class="hint">{resultWord(String(row.resultType))}</span>
                  )}
                  {changed(row, metric)}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      )}
      {data?.pagination.hasMore && (
        <p class="hint">
          {rows.length} of {count(data.pagination.total)} rows; the files have them all.
        </p>
      )}
    </section>
  );
}

/** A part of a name stands in `name`: its ads are read by conventions. */
function shownIn(row: Row, key: string, field: string): string | number {
  const part = row.name?.[key.slice('name.'.length)];
  return key.startsWith('name.') ? (part ?? 'Not in the name') : (row[field] ?? row[key] ?? '–');
}

type Cells = { readonly [field: string]: CsvCell };

/** The value before and its change stand beside each figure. */
function cellsOf(rows: Report['data']): readonly Cells[] {
  return rows.map(
    ({ previous, change, resultsByType: _types, resultsNote: _note, name, ...row }) => ({
      ...Object.fromEntries(
        Object.entries(name ?? {}).map(([field, value]) => [`name.${field}`, value]),
      ),
      ...(row as Cells),
      ...(row.resultType && { resultType: resultWord(row.resultType) }),
      ...Object.fromEntries(
        Object.entries(previous ?? {}).flatMap(([metric, value]) => [
          [`${metric} before`, value],
          [`${metric} change`, change?.[metric as keyof typeof change] ?? null],
        ]),
      ),
    }),
  );
}

const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** Styles of cells, by their place in `cellXfs`. */
const [BOLD, WHOLE, DECIMAL] = [1, 2, 3];

/** `campaignName` as people write it. */
const titled = (field: string): string =>
  capital(field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));

/** Texts stay texts, also ids of many digits. */
function xlsxOf(records: readonly Cells[], about: PartProps['about']): Uint8Array {
  const fields = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const styleOf = (field: string): number =>
    about(field).type === 'count' && !field.endsWith('change') ? WHOLE : DECIMAL;
  const headers = fields.map((field) => cellOf(LABELS[field] ?? titled(field), BOLD));
  const lines = [
    headers,
    ...records.map((record) => fields.map((field) => cellOf(record[field], styleOf(field)))),
  ].map((cells) => `<row>${cells.join('')}</row>`);
  const style = (format: number, font: number) =>
    `<xf numFmtId="${format}" fontId="${font}" applyNumberFormat="1" applyFont="1"/>`;
  const relation = (type: string, target: string) =>
    `<Relationship Id="${type.charAt(0)}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const relations = (...all: readonly string[]) =>
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
  const part = (name: string, type: string) =>
    `<Override PartName="${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
  const parts = {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('/xl/workbook.xml', 'sheet.main')}${part('/xl/worksheets/sheet1.xml', 'worksheet')}${part('/xl/styles.xml', 'styles')}</Types>`,
    '_rels/.rels': relations(relation('officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Report" sheetId="1" r:id="w"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      relation('worksheet', 'worksheets/sheet1.xml'),
      relation('styles', 'styles.xml'),
    ),
    'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><fonts><font/><font><b/></font></fonts><fills><fill/></fills><borders><border/></borders><cellStyleXfs><xf/></cellStyleXfs><cellXfs>${style(0, 0)}${style(0, 1)}${style(3, 0)}${style(4, 0)}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>${lines.join('')}</sheetData></worksheet>`,
  };
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])),
  );
}

function cellOf(cell: CsvCell, style: number): string {
  if (cell === null || cell === undefined) return '<c/>';
  if (typeof cell === 'number') return `<c s="${style}"><v>${cell}</v></c>`;
  return `<c t="inlineStr"${style === BOLD ? ` s="${BOLD}"` : ''}><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

const entities: { readonly [sign: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Leaves out characters that XML cannot hold. */
const escaped = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in the file.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>]/g, (sign) => entities[sign] ?? sign);
