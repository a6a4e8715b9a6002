import type { LeadRow } from './schema.ts';

/** Of the CSV, before the answers. */
export const leadHeaders = [
  'leadId',
  'createdAt',
  'form',
  'formId',
  'adId',
  'campaignId',
  'test',
] as const;

export const leadCells = ({
  id,
  createdAt,
  formName,
  formId,
  adId,
  campaignId,
  isTest,
}: LeadRow): readonly string[] => [
  id,
  createdAt,
  formName ?? '',
  formId,
  adId ?? '',
  campaignId ?? '',
  isTest ? 'test' : '',
];

export const answerIn = ({ answers }: Pick<LeadRow, 'answers'>, name: string): string =>
  answers.find((each) => each.name === name)?.values.join(', ') ?? '';

/** Of one stage; headers of tables match in any case, with blanks or underscores. */
export const stageColumns = ['leadId', 'stage', 'happenedAt', 'value', 'currency'] as const;

export const plainHeader = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
