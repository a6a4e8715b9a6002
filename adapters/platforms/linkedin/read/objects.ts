import { asRow, chunks, said, text } from '../../kit/json.ts';
import { shapesOf } from '../../kit/shapes.ts';
import type { Access, Calls, EntityType, Row } from '../../types.ts';
import { bidOf, budgetsOf, paceOf } from '../money.ts';
import { idOf, mayBe, urnOf } from '../urns.ts';
import { batchGet, finder } from '../wire/client.ts';
import { createdAt, modifiedAt, newestFirst } from '../wire/dates.ts';
import { encoded } from '../wire/restli.ts';
import { effectiveStatus, statusOf, withCompleted } from '../wire/statuses.ts';

const collections: { readonly [T in EntityType]: string } = {
  campaign: 'adCampaignGroups',
  adset: 'adCampaigns',
  ad: 'creatives',
};

export const idsPerQuestion = 100;
const groupsPerPage = 1_000;
const creativesPerPage = 100;

export const collectionPath = ({ adAccountId }: Pick<Access, 'adAccountId'>, type: EntityType) =>
  `adAccounts/${adAccountId}/${collections[type]}`;

/** Encodes the colons of a creative's URN. */
export const objectPath = (access: Pick<Access, 'adAccountId'>, type: EntityType, id: string) =>
  `${collectionPath(access, type)}/${encoded(idOf(type, id))}`;

/** By the ids given; with deleted ones while the platform knows them. Leaves out others. */
export async function readRows(
  calls: Calls,
  access: Access,
  type: EntityType,
  ids: readonly string[],
) {
  const found = await readByKey(
    calls,
    access,
    collectionPath(access, type),
    ids.filter((id) => mayBe(type, id)).map((id) => idOf(type, id)),
  );
  return new Map(
    ids.flatMap((id) => {
      const row = mayBe(type, id) ? found.get(idOf(type, id)) : undefined;
      return row === undefined ? [] : [[id, row] as const];
    }),
  );
}

export async function readByKey(
  calls: Calls,
  access: Access,
  path: string,
  keys: readonly string[],
) {
  const rows = new Map<string, Row>();
  for (const ids of chunks([...new Set(keys)], idsPerQuestion)) {
    const { results } = await calls.read(access, path, { ids }, batchGet);
    for (const [key, value] of Object.entries(asRow(results) ?? {})) {
      const row = asRow(value);
      if (row !== undefined) rows.set(key.includes('%') ? decodeURIComponent(key) : key, row);
    }
  }
  return rows;
}

/** Newest first; `below`: only those in these groups. */
export async function listGroups(
  calls: Calls,
  access: Access,
  {
    type,
    statuses,
    below,
  }: {
    readonly type: 'campaign' | 'adset';
    readonly statuses: readonly string[];
    readonly below?: readonly string[] | undefined;
  },
) {
  const rows: Row[] = [];
  for (const groups of below === undefined
    ? [undefined]
    : chunks([...new Set(below)], idsPerQuestion)) {
    const search = {
      status: { values: withCompleted(statuses) },
      ...(groups !== undefined && {
        campaignGroup: { values: groups.map((id) => urnOf('campaign', id)) },
      }),
    };
    rows.push(
      ...(await calls.list(access, collectionPath(access, type), {
        q: 'search',
        search,
        pageSize: groupsPerPage,
      })),
    );
  }
  return rows.sort(newestFirst);
}

/** `campaigns`: only those of these campaigns. */
export const creativeQuery = (
  statuses: readonly string[],
  campaigns: readonly string[] | undefined,
) => ({
  q: 'criteria',
  ...(campaigns !== undefined && { campaigns: campaigns.map((id) => urnOf('adset', id)) }),
  intendedStatuses: statuses,
  pageSize: creativesPerPage,
});

export async function listCreatives(
  calls: Calls,
  access: Access,
  statuses: readonly string[],
  campaigns?: readonly string[],
) {
  const rows: Row[] = [];
  for (const some of campaigns === undefined
    ? [undefined]
    : chunks([...new Set(campaigns)], idsPerQuestion))
    rows.push(
      ...(await calls.list(
        access,
        collectionPath(access, 'ad'),
        creativeQuery(statuses, some),
        finder,
      )),
    );
  return rows.sort(newestFirst);
}

export const rowId = (type: EntityType, row: Row) => idOf(type, said(row.id));
export const groupOf = (row: Row) => idOf('campaign', said(row.campaignGroup));
export const campaignOf = (row: Row) => idOf('adset', said(row.campaign));

/** Older creatives have none. */
export const nameOf = (type: EntityType, row: Row) => text(row.name) || rowId(type, row);

export const shapes = shapesOf({
  idOf: rowId,
  nameOf,
  statusOf,
  budgetsOf,
  paceOf,
  bidOf: (row, type) => (type === 'adset' ? bidOf(row) : undefined),
  effectiveOf: (row, type) => effectiveStatus(type, row),
  createdAt: (row) => createdAt(row) || undefined,
  updatedAt: modifiedAt,
  campaignOf: groupOf,
  adSetOf: campaignOf,
  objectiveOf: (row) => said(row.objectiveType),
});
