import type { PartRow, ReportPart } from '../ports/platform-report.ts';
import type { ReportRowAnswer } from './schema/report.ts';

export type PartFields = Pick<
  ReportRowAnswer,
  | 'age'
  | 'gender'
  | 'placement'
  | 'device'
  | 'hour'
  | 'network'
  | 'keyword'
  | 'keywordId'
  | 'matchType'
  | 'conversionActionId'
  | 'conversionAction'
>;

export function partFields(parts: readonly ReportPart[], row: PartRow): PartFields {
  return Object.assign({}, ...parts.map((part) => fieldsOf(part, row)));
}

function fieldsOf(part: ReportPart, row: PartRow): PartFields {
  const { id = '', name = '', matchType } = row.parts[part] ?? {};
  switch (part) {
    case 'keyword':
      return { keywordId: id, keyword: name, ...(matchType !== undefined && { matchType }) };
    case 'conversionAction':
      return { conversionActionId: id, conversionAction: name };
    default:
      return { [part]: name };
  }
}
