import type { ReportPart } from '../ports/platform-report.ts';
import type { Dimension } from './dimensions.ts';

/** Divisions of figures on some platforms. Not kept here: each report asks them. */
export const reportParts: { readonly [P in ReportPart]: Dimension } = {
  age: { label: 'Age', aliases: [], fields: ['age'] },
  gender: { label: 'Gender', aliases: [], fields: ['gender'] },
  placement: { label: 'Placement', aliases: [], fields: ['placement'] },
  device: { label: 'Device', aliases: [], fields: ['device'] },
  hour: { label: 'Hour of the day', aliases: [], fields: ['hour'] },
  keyword: {
    label: 'Keyword',
    aliases: ['keywordId'],
    fields: [
      'keywordId',
      'keyword',
      'matchType',
      'adsetId',
      'adsetName',
      'campaignId',
      'campaignName',
      'accountId',
    ],
  },
  network: { label: 'Network', aliases: [], fields: ['network'] },
  conversionAction: {
    label: 'Conversion action',
    aliases: ['conversionActionId', 'conversionActionName'],
    fields: ['conversionActionId', 'conversionAction'],
  },
};

export const partKeys = Object.keys(reportParts) as readonly ReportPart[];
export const partNames: readonly string[] = partKeys.flatMap((key) => [
  key,
  ...reportParts[key].aliases,
]);

export const partByName = (name: string): ReportPart | undefined =>
  partKeys.find((key) => key === name || reportParts[key].aliases.includes(name));
