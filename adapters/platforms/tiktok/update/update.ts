import { PlatformError } from '../../../../core/base/errors.ts';
import { sentName } from '../../../../core/base/schema/aliases.ts';
import { harmlessTwice } from '../../kit/calls.ts';
import { asRow, defined, numeric, rowsOf, said, text } from '../../kit/json.ts';
import {
  own,
  startField,
  type UpdatedField,
  type UpdatedFields,
  updateOf,
} from '../../kit/updates.ts';
import type {
  Access,
  EntityType,
  Json,
  Params,
  Patch,
  Row,
  UpdateCapability,
} from '../../types.ts';
import { familyOf, formerSmart, type Tiktok } from '../family.ts';
import { missing, readRows } from '../read/entities.ts';
import { inFamily } from '../read/other-family.ts';
import { bidMember, paceOf, shapes } from '../read/shapes.ts';
import { dropped, inManualWords, manualLimits, untaken } from '../smart/targeting.ts';
import { nouns, platformTime } from '../wire/values.ts';
import { adUpdateOf, linkRefusal } from './ad.ts';

const looks = 4;
const lookAgainMs = 2_000;

const isSmart = (row: Row) => familyOf(row) === 'smart';

const nameOf = (type: EntityType): UpdatedField => ({
  wire: `${nouns[type]}_name`,
  sent: (value) => String(value),
  shown: (read) => said(read),
});

const bid: UpdatedField = {
  wire: bidMember,
  sent: (value) => Number(value),
  shown: (read) => numeric(read) || null,
  refusal: ({ bid_type }) =>
    said(bid_type) === 'BID_TYPE_CUSTOM'
      ? undefined
      : {
          code: 'no_bid',
          message:
            'TikTok bids by itself here: an ad group without a bid of its own does not get one later.',
        },
  warns: (row) =>
    isSmart(row)
      ? {
          code: 'bid_of_all',
          message:
            'In an Upgraded Smart+ campaign this bid becomes that of every ad group of the campaign.',
        }
      : undefined,
};

/** Members that are named replace what is there. */
const targeting: UpdatedField = {
  wire: 'targeting',
  sent(value, row) {
    const merged = { ...asRow(row.targeting), ...asRow(value) } as {
      readonly [member: string]: Json;
    };
    return Object.fromEntries(Object.entries(merged).filter(([, each]) => each !== null));
  },
  shown: (read) => sorted(asRow(read) ?? {}),
  refusal(row, value) {
    const [other] = untaken(asRow(value) ?? {}, 'MANUAL', '');
    if (other !== undefined)
      return {
        code: 'targeting_not_taken',
        message: `${other.field} would not hold: no ad group of TikTok takes it.`,
      };
    const { location_ids } = { ...asRow(row.targeting), ...asRow(value) };
    return Array.isArray(location_ids) && location_ids.length > 0
      ? undefined
      : { code: 'missing_field', message: 'An ad group needs the ids of places.' };
  },
  warns: (row) =>
    row.targeting_optimization_mode === 'AUTOMATIC'
      ? {
          code: 'targeting_mode',
          message:
            'TikTok finds the audience of this ad group by itself and would drop these limits, so they are sent with MANUAL.',
        }
      : undefined,
};

const sorted = (row: Row): Json =>
  Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))) as {
    readonly [member: string]: Json;
  };

/** A list that is sent replaces the whole list. */
const listed = (
  wire: string,
  member: string,
  what: string,
  also: NonNullable<UpdatedField['refusal']> = () => undefined,
): UpdatedField => ({
  wire,
  sent: (value) =>
    (Array.isArray(value) ? value : [value]).map((each) => ({ [member]: String(each) })),
  shown: (read) => rowsOf(read).map((each) => said(each[member])),
  learning: 'unknown',
  refusal: (row, value) =>
    !isSmart(row) && Array.isArray(value) && value.length > 1
      ? { code: 'too_many', message: `A manual ad has one ${what}.` }
      : also(row, value),
  warns: (row) => {
    const count = rowsOf(row[wire]).length;
    return isSmart(row) && count > 1
      ? {
          code: 'list_replaced',
          message: `All ${count} ${what}s of the ad are replaced, for all of its creatives.`,
        }
      : undefined;
  },
});

export function createUpdate(api: Tiktok): UpdateCapability {
  const { calls, wire, clock } = api;
  const fields: { readonly [L in 'campaign' | 'adSet' | 'ad']: UpdatedFields } = {
    campaign: { name: nameOf('campaign') },
    adSet: {
      name: nameOf('adset'),
      bidAmount: bid,
      targeting,
      startTime: startField(clock),
      endTime: own('endTime'),
    },
    ad: {
      name: nameOf('ad'),
      primaryTexts: listed('ad_text_list', 'ad_text', 'text'),
      link: listed('landing_page_url_list', 'landing_page_url', 'address', linkRefusal),
    },
  };
  const update = updateOf(fields, {
    read,
    factsOf: shapes.facts,
    write: (access, type, id, patch) =>
      inFamily(api, access, { type, id }, async () => {
        const row = await read(access, type, id);
        const [path, body] = bodyOf(type, id, row, patch);
        await calls.write(access, path, body, harmlessTwice);
        if (isSmart(row)) await keptOr(access, type, id, patch);
      }),
  });
  return {
    ...update,
    adSet: {
      ...update.adSet,
      check: (request, account, now) => [
        ...update.adSet.check(request, account, now),
        ...untaken(
          asRow((request as { targeting?: unknown }).targeting) ?? {},
          'MANUAL',
          sentName(request, 'targeting'),
        ).map(({ path, field }) => ({
          path,
          code: 'targeting_not_taken',
          message: `${field} would not hold: no ad group of TikTok takes it.`,
        })),
      ],
    },
  };

  async function read(access: Access, type: EntityType, id: string): Promise<Row> {
    const row = (await readRows(api, access, type, [id])).get(id);
    if (row === undefined) throw new PlatformError(missing(api, id));
    if (familyOf(row) === 'former') throw wire.error('rule', formerSmart, formerSmart);
    return inCommon(row);
  }

  /** TikTok answers a limit that it does not take as done: what it shows afterwards decides. */
  async function keptOr(access: Access, type: EntityType, id: string, patch: Patch) {
    for (let look = 1; ; look += 1) {
      const row = await read(access, type, id);
      const lost = patch.flatMap((each) => lostOf(type, each, row));
      if (lost.length === 0) return;
      if (look === looks)
        throw wire.error(
          'rule',
          `TikTok answered the change as done and did not keep ${lost.join(', ')}.`,
          'Look at the object in the ads manager.',
        );
      await clock.sleep(lookAgainMs);
    }
  }

  function lostOf(
    type: EntityType,
    { field, wire: member, after }: Patch[number],
    row: Row,
  ): readonly string[] {
    if (field === 'targeting') return dropped(asRow(after) ?? {}, asRow(row.targeting) ?? {});
    const shown = (value: unknown) =>
      JSON.stringify(fields[type === 'adset' ? 'adSet' : type][field]?.shown(value) ?? null);
    return shown(row[member]) === shown(after) ? [] : [field];
  }
}

/** Both families under the names of the fields above. */
function inCommon(given: Row): Row {
  const row = { ...given, ...paceOf(given) };
  if (isSmart(given))
    return { ...row, targeting: inManualWords(asRow(given.targeting_spec) ?? {}) };
  const held = manualLimits.filter((field) => given[field] !== undefined && given[field] !== null);
  const one = (member: string) => (said(given[member]) === '' ? [] : [{ [member]: given[member] }]);
  return {
    ...row,
    targeting: Object.fromEntries(held.map((field) => [field, given[field]])),
    ad_text_list: one('ad_text'),
    landing_page_url_list: one('landing_page_url'),
  };
}

/** A schedule names its type, and of a manual ad group its start again. */
function scheduleOf(row: Row, startTime: unknown, endTime: unknown): Params {
  if (startTime === undefined && endTime === undefined) return {};
  const start = numeric(startTime ?? row.startTime);
  const end = numeric(endTime === undefined ? row.endTime : endTime);
  return {
    schedule_type: end === undefined ? 'SCHEDULE_FROM_NOW' : 'SCHEDULE_START_END',
    ...((startTime !== undefined || !isSmart(row)) &&
      start !== undefined && { schedule_start_time: platformTime(start) }),
    ...(end !== undefined && { schedule_end_time: platformTime(end) }),
  };
}

function bodyOf(
  type: EntityType,
  id: string,
  row: Row,
  patch: Patch,
): [path: string, body: Params] {
  const noun = nouns[type];
  const changed = Object.fromEntries(patch.map(({ wire: member, after }) => [member, after]));
  const { targeting: who, startTime, endTime, ...plain } = changed;
  const rest: Params = { ...plain, ...scheduleOf(row, startTime, endTime) };
  if (isSmart(row)) {
    const named = type === 'ad' ? { smart_plus_ad_id: id } : { [`${noun}_id`]: id };
    const limits =
      who === undefined ? {} : { targeting_optimization_mode: 'MANUAL', targeting_spec: who };
    return [`smart_plus/${noun}/update/`, { ...named, ...rest, ...limits }];
  }
  if (type !== 'ad') {
    const gone = Object.keys(asRow(row.targeting) ?? {}).filter(
      (field) => who !== undefined && asRow(who)?.[field] === undefined,
    );
    return [
      `${noun}/update/`,
      {
        [`${noun}_id`]: id,
        ...rest,
        ...asRow(who),
        ...Object.fromEntries(gone.map((field) => [field, []])),
      },
    ];
  }
  const { ad_text_list, landing_page_url_list, ...others } = rest;
  const changes = {
    ...others,
    ad_text: text(rowsOf(ad_text_list)[0]?.ad_text),
    landing_page_url: text(rowsOf(landing_page_url_list)[0]?.landing_page_url),
  };
  return ['ad/update/', adUpdateOf(row, { ad_id: id, ...defined(changes) })];
}
