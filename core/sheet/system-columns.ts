/**
 * The columns that only the add-on writes. Found by their headers and, when deleted, put back at
 * the end of the sheet; the key comes back beside the ticks, so that a selection takes it along.
 */
export interface SystemColumn {
  readonly key: SystemKey;
  readonly header: string;
  readonly note: string;
  readonly width: number;
}

export type SystemKey =
  | 'rowStatus'
  | 'problem'
  | 'adIds'
  | 'managerUrl'
  | 'batch'
  | 'launchedAt'
  | 'marks'
  | 'rowKey';

export const systemColumns: readonly SystemColumn[] = [
  {
    key: 'rowKey',
    header: 'Row key',
    note: 'Written by Slipway: how it finds this row again after sorting. Copies of a row get a key of their own.',
    width: 110,
  },
  {
    key: 'rowStatus',
    header: 'Launch status',
    note: 'Written by Slipway: where this row stands.',
    width: 130,
  },
  {
    key: 'problem',
    header: 'What to do',
    note: 'Written by Slipway: what is wrong with this row and how to fix it.',
    width: 260,
  },
  {
    key: 'adIds',
    header: 'Ad IDs',
    note: 'Written by Slipway: the ads this row became, one per ad set.',
    width: 170,
  },
  {
    key: 'managerUrl',
    header: 'Ads manager',
    note: 'Written by Slipway: where to look at the ad.',
    width: 140,
  },
  {
    key: 'batch',
    header: 'Batch',
    note: 'Written by Slipway: the launch this row was part of.',
    width: 80,
  },
  {
    key: 'launchedAt',
    header: 'Launched at',
    note: 'Written by Slipway: when the launch was accepted.',
    width: 140,
  },
  {
    key: 'marks',
    header: 'Marked columns',
    note: 'Written by Slipway: the columns of this row that need fixing. The red marks follow this cell.',
    width: 110,
  },
];
