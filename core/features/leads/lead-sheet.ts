import { moment } from '../../sheet/row-status.ts';
import { answerIn, plainHeader } from './columns.ts';
import type { LeadRow } from './schema.ts';

/**
 * Columns of a tab of leads, found by their headers; answers follow. People fill in the stage and
 * its value.
 */
export const leadSheetColumns = [
  { key: 'leadId', header: 'Lead ID', note: 'Written by Slipway.', width: 190 },
  {
    key: 'createdAt',
    header: 'Created at',
    note: 'Written by Slipway: when the person sent it, in the time zone of the file.',
    width: 160,
  },
  { key: 'form', header: 'Form', note: 'Written by Slipway.', width: 140 },
  {
    key: 'adId',
    header: 'Ad ID',
    note: 'Written by Slipway. Empty where it came without an ad.',
    width: 140,
  },
  {
    key: 'test',
    header: 'Test',
    note: 'Written by Slipway: test, where no person sent it.',
    width: 60,
  },
  {
    key: 'stage',
    header: 'Stage',
    note: 'Yours: qualified, sold, … Every stage is sent to the platform once.',
    width: 100,
  },
  {
    key: 'value',
    header: 'Value',
    note: 'Yours: what the stage is worth, like 129.90.',
    width: 80,
  },
  { key: 'currency', header: 'Currency', note: 'Yours: like EUR.', width: 80 },
  {
    key: 'status',
    header: 'Lead status',
    note: 'Written by Slipway: what the platform was told.',
    width: 120,
  },
  {
    key: 'problem',
    header: 'What to do',
    note: 'Written by Slipway: what is wrong and how to fix it.',
    width: 240,
  },
] as const;

export type LeadSheetKey = (typeof leadSheetColumns)[number]['key'];

export interface LeadSheetLayout {
  readonly headers: readonly string[];
  readonly positions: ReadonlyMap<LeadSheetKey, number>;
}

export function leadSheetLayout(headers: readonly string[]): LeadSheetLayout {
  const plain = headers.map(plainHeader);
  const positions = new Map<LeadSheetKey, number>();
  for (const { key, header } of leadSheetColumns) {
    const at = plain.indexOf(plainHeader(header));
    if (at >= 0) positions.set(key, at);
  }
  return { headers, positions };
}

export const missingLeadHeaders = ({ positions }: LeadSheetLayout): readonly string[] =>
  leadSheetColumns.filter(({ key }) => !positions.has(key)).map(({ header }) => header);

/** Questions that have no column yet, in the order they appear. */
export function newQuestions(
  { headers }: LeadSheetLayout,
  leads: readonly LeadRow[],
): readonly string[] {
  const names = new Set(leads.flatMap(({ answers }) => answers.map(({ name }) => name)));
  return [...names].filter((name) => !headers.includes(name));
}

const isOurs = (header: string): boolean =>
  leadSheetColumns.some((column) => plainHeader(column.header) === plainHeader(header));

/** Stages that people choose from; any other word is taken too. */
export const usualStages: readonly string[] = ['contacted', 'qualified', 'sold'];

/** A new row, in the order of the headers, with moments of a time zone. */
export const leadSheetRow = (
  headers: readonly string[],
  lead: LeadRow,
  timezone: string,
): string[] =>
  headers.map((header) => {
    switch (plainHeader(header)) {
      case 'leadid':
        return lead.id;
      case 'createdat':
        return moment(Date.parse(lead.createdAt), timezone);
      case 'form':
        return lead.formName ?? lead.formId;
      case 'adid':
        return lead.adId ?? '';
      case 'test':
        return lead.isTest ? 'test' : '';
      default:
        return isOurs(header) ? '' : answerIn(lead, header);
    }
  });

/** Words in the column of the status. */
export const leadWords = { sent: 'Sent', refused: 'Needs fixing', gone: 'Erased' } as const;

/** Positions of answers: what an erased lead must not leave behind. */
export const answerPositions = ({ headers }: LeadSheetLayout): readonly number[] =>
  headers.flatMap((header, position) => (header === '' || isOurs(header) ? [] : [position]));
