import { parseCsv } from '../../../../core/base/csv.ts';
import { defined } from '../../../../core/base/defined.ts';
import { badCursor, unless } from '../../kit/failures.ts';
import { asRow, at, numeric, said, text } from '../../kit/json.ts';
import type {
  Access,
  Api,
  Clock,
  LeadAnswer,
  LeadFormRef,
  LeadsCapability,
  PlatformLead,
  Row,
} from '../../types.ts';
import { msOf } from '../wire/values.ts';

/**
 * TikTok keeps leads by the region of the person. Without the header a file has those of all other
 * regions.
 */
const REGIONS = ['', 'eu', 'us'] as const;

const LOOK_MS = 2_000;
const LOOKS = 5;
/** How long a file may take until another one is ordered. */
const LONGEST_MS = 15 * 60_000;

export type Export = Api & { readonly clock: Clock };

/**
 * TikTok writes all leads of a form and a region into a file, whose questions are columns. A cursor
 * names the place of the region, and of a file that is being written its task and when it was
 * ordered. Columns as public callers read them: `lead_id`, or `Lead ID`.
 */
export function createPage({ calls, wire, clock }: Export): NonNullable<LeadsCapability['page']> {
  return async (access, form, { since, after = '0' }) => {
    const [place = '', ordered, begun] = after.split(' ');
    const region = REGIONS[Number(place)];
    if (region === undefined) throw badCursor(wire.fail);
    const headers = region === '' ? {} : { headers: { 'x-lead-region': region } };
    const look = (task?: string) => {
      const body = { page_id: form.id, ...(task !== undefined && { task_id: task }) };
      return calls.read(access, 'page/lead/task/', body, { method: 'POST', ...headers });
    };
    let row = await look(ordered);
    const task = ordered ?? said(row.task_id);
    for (let looks = 1; looks < LOOKS && stateOf(row) === 'running'; looks += 1) {
      await clock.sleep(LOOK_MS);
      row = await look(task);
    }
    const begunAt = numeric(begun) ?? clock.now();
    if (
      stateOf(row) === 'failed' ||
      (stateOf(row) === 'running' && clock.now() - begunAt > LONGEST_MS)
    )
      throw wire.error('transient', 'TikTok did not write the file of the leads.');
    if (stateOf(row) === 'running') return { data: [], after: `${place} ${task} ${begunAt}` };
    const { data } = await calls.answer(
      access,
      'page/lead/task/download/',
      { task_id: task },
      headers,
    );
    const file = text(data) ?? '';
    if (said(row.file_type) === 'zip' || file.startsWith('PK'))
      throw wire.error(
        'too-large',
        'TikTok packed the leads of this form as a ZIP file, as it does above 10 MB, and Slipway reads CSV files alone.',
        'Take these leads from TikTok Ads Manager, and use another form from now on.',
      );
    const test = await testLead(access, form);
    const leads = leadsIn(file, form, clock.now());
    if (leads === undefined)
      throw wire.error(
        'invalid',
        'The file of leads that TikTok wrote has no column of their ids.',
      );
    const found = leads.filter(({ id, createdAt }) => createdAt >= since && id !== test?.id);
    const next = Number(place) + 1;
    return {
      data: [...(test ? [test] : []), ...found],
      ...(next < REGIONS.length && { after: String(next) }),
    };
  };

  /**
   * A form has one at most. It is not told whether files have it too, nor how its absence is
   * answered.
   */
  async function testLead(access: Access, { id }: LeadFormRef): Promise<PlatformLead | undefined> {
    const asked = () => calls.read(access, 'page/lead/mock/get/', { page_id: id });
    const row = await unless(['blocked', 'invalid', 'missing', 'rule'], asked);
    const meta = asRow(row?.meta_data) ?? {};
    if (said(meta.lead_id) === '') return undefined;
    const answers = Object.entries(asRow(at(row, 'lead_data')) ?? {}).map(([name, value]) => ({
      name,
      values: textsIn(value),
    }));
    return leadOf(meta, { formId: id, answers, isTest: true, now: clock.now() });
  }
}

/** Callers saw other words for a file that is ready. */
function stateOf(row: Row): 'running' | 'ready' | 'failed' {
  const status = said(row.status).toUpperCase();
  return status.startsWith('SUCCE') || status.startsWith('FINISH')
    ? 'ready'
    : status.startsWith('FAIL')
      ? 'failed'
      : 'running';
}

const textsIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).flatMap(
    (each) => text(each) ?? (each === null ? [] : JSON.stringify(each)),
  );

const ours =
  /^(?:lead_id|created?_time|submit_time|is_test|lead_source|(?:ad|adgroup|ad_group|campaign|form|page|advertiser|library)_(?:id|name))$/;

/** Undefined where no column has ids. */
function leadsIn(
  file: string,
  { id: formId }: LeadFormRef,
  now: number,
): readonly PlatformLead[] | undefined {
  const [titles = [], ...lines] = parseCsv(file);
  const names = titles.map((title) => title.trim().toLowerCase().replace(/[\s-]/g, '_'));
  // A question may be called as one of TikTok’s own columns, which stand before it.
  const isOurs = (column: number) =>
    ours.test(names[column] ?? '') && names.indexOf(names[column] ?? '') === column;
  if (!names.includes('lead_id')) return undefined;
  return lines.flatMap((cells) => {
    const row = Object.fromEntries(
      names.flatMap((name, i) => (isOurs(i) ? [[name, cells[i]]] : [])),
    );
    if (idIn(row.lead_id) === undefined) return [];
    const answers = titles.flatMap((name, i): readonly LeadAnswer[] =>
      isOurs(i) || (cells[i] ?? '') === '' ? [] : [{ name: name.trim(), values: [cells[i] ?? ''] }],
    );
    const isTest = ['true', '1', 'yes'].includes(said(row.is_test).toLowerCase());
    return leadOf(row, { formId, answers, isTest, now });
  });
}

interface Known extends Pick<PlatformLead, 'formId' | 'answers' | 'isTest'> {
  readonly now: number;
}

const leadOf = (row: Row, { formId, answers, isTest, now }: Known): PlatformLead => ({
  id: idIn(row.lead_id) ?? '',
  formId,
  // Without a time that can be read it is new today, not as old as the clock.
  createdAt:
    timeIn(said(row.created_time) || said(row.create_time) || said(row.submit_time)) ?? now,
  isTest,
  isOrganic: false,
  ...defined({
    adId: idIn(row.ad_id),
    adSetId: idIn(row.adgroup_id ?? row.ad_group_id),
    campaignId: idIn(row.campaign_id),
  }),
  answers,
});

/** Callers saw ids that are guarded from spreadsheets: `'18…` and `="18…"`. */
const idIn = (cell: unknown): string | undefined => /\d+/.exec(said(cell))?.[0];

/** Seconds, milliseconds, or a time of UTC with or without a zone. */
function timeIn(cell: string): number | undefined {
  if (/^\d{13}$/.test(cell)) return Number(cell);
  if (/^\d{10}$/.test(cell)) return Number(cell) * 1_000;
  const zoned = /[+-]\d\d:?\d\d$/.test(cell) ? Date.parse(cell) : Number.NaN;
  return Number.isNaN(zoned) ? msOf(cell) : zoned;
}
