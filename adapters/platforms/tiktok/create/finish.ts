import { PlatformError } from '../../../../core/base/errors.ts';
import { harmlessTwice } from '../../kit/calls.ts';
import { stillMarked } from '../../kit/create.ts';
import { asRow, chunks, defined, said, text } from '../../kit/json.ts';
import type {
  Access,
  Created,
  Creation,
  CreationRequest,
  EditCapability,
  FinishedCreation,
  Params,
  RefusedPart,
  Row,
  WantedCreation,
} from '../../types.ts';
import { familyOf, type Tiktok } from '../family.ts';
import { readRows } from '../read/entities.ts';
import { inFamily, refusalOf } from '../read/other-family.ts';
import { droppedIn } from '../smart/objects.ts';
import { manualLimits } from '../smart/targeting.ts';
import { nouns, statusOf } from '../wire/values.ts';
import type { AdSetRequest } from './schema.ts';

export type Noun = 'campaign' | 'adgroup';
type Type = 'campaign' | 'adset';

export interface Creating extends Tiktok, Pick<EditCapability, 'setStatus'> {}

/** Objects that one request switches. */
const perSwitch = 20;
const campaignsPerFilter = 100;

/** TikTok makes one object a request; several are looked for, read and switched on together. */
export function withTogether(api: Creating, type: Type, creation: Creation): Creation {
  return {
    ...creation,
    together: {
      most: 1,
      countsEach: false,
      async send(access, wanted) {
        const made = [];
        for (const { request, mark, above } of wanted)
          made.push(await one(access, { request, mark, ...defined({ above }) }));
        return made;
      },
      find: (access, wanted) => findAll(api, access, type, wanted),
      finish: (access, made) => finishAll(api, access, type, made),
      finishCalls(requests) {
        const on = requests.filter(({ status }) => status === 'ACTIVE').length;
        return (
          Math.ceil(requests.length / campaignsPerFilter) +
          requests.length +
          Math.ceil(on / perSwitch)
        );
      },
    },
  };

  async function one(access: Access, { request, mark, above }: WantedCreation) {
    try {
      const { faults, send } = await creation.prepare(access, request, undefined, above);
      const [fault] = faults;
      return fault === undefined
        ? await send(mark)
        : { refused: api.wire.fail('rule', fault.message, fault.message) };
    } catch (error) {
      if (error instanceof PlatformError) return { refused: error.failure };
      throw error;
    }
  }
}

export const findOne = async (
  api: Creating,
  access: Access,
  type: Type,
  wanted: WantedCreation,
): Promise<Created | undefined> => (await findAll(api, access, type, [wanted]))[0];

export const finishOne = async (
  api: Creating,
  access: Access,
  type: Type,
  made: FinishedCreation,
): Promise<readonly RefusedPart[]> => (await finishAll(api, access, type, [made]))[0] ?? [];

/** The oldest one: whatever is found carries the mark alone. */
async function findAll(
  { calls, families }: Tiktok,
  access: Access,
  type: Type,
  wanted: readonly WantedCreation[],
) {
  const noun = nouns[type] as Noun;
  const above = [...new Set(wanted.flatMap(({ request }) => request.campaignId ?? []))];
  const rows: Row[] = [];
  for (const campaign_ids of type === 'campaign' ? [undefined] : chunks(above, campaignsPerFilter))
    rows.push(
      ...(await calls.list(access, `${noun}/get/`, { filtering: defined({ campaign_ids }) })),
    );
  return wanted.map(({ request, mark }) => {
    const row = rows.findLast((each) => said(each[`${noun}_name`]).endsWith(` ${mark}`));
    if (row !== undefined) families.note(said(row[`${noun}_id`]), familyOf(row));
    return row && createdOf(noun, row, request);
  });
}

export const createdOf = (noun: Noun, row: Row, request: CreationRequest): Created => ({
  id: said(row[`${noun}_id`]),
  record: {
    id: said(row[`${noun}_id`]),
    name: request.name,
    status: request.status ?? 'PAUSED',
    ...(noun === 'campaign'
      ? {
          objective: said(row.objective_type),
          campaign_automation_type: text(row.campaign_automation_type) ?? 'UPGRADED_SMART_PLUS',
        }
      : { campaign_id: said(row.campaign_id), optimization_goal: said(row.optimization_goal) }),
  },
  warnings: [],
});

/** Names, what TikTok kept of the targeting, and last the status. */
async function finishAll(
  api: Creating,
  access: Access,
  type: Type,
  made: readonly FinishedCreation[],
): Promise<readonly (readonly RefusedPart[])[]> {
  const noun = nouns[type];
  const rows = await readRows(
    api,
    access,
    type,
    made.map(({ id }) => id),
  );
  const told = new Map<string, RefusedPart[]>();
  const off: string[] = [];
  for (const { id, request } of made) {
    const row = rows.get(id) ?? {};
    const says: RefusedPart[] = [];
    told.set(id, says);
    if (row[`${noun}_name`] !== request.name) {
      const renamed = await write(api, access, {
        type,
        id,
        what: 'update',
        body: { [`${noun}_id`]: id, [`${noun}_name`]: request.name },
      });
      if (!renamed.ok) says.push(stillMarked(renamed.failure));
    }
    const lost = type === 'adset' ? lostTargeting(request as AdSetRequest, row) : [];
    if (lost.length > 0)
      says.push({
        path: 'targeting',
        message: `TikTok did not keep ${lost.join(', ')} of the targeting: it stays paused.`,
      });
    else if (request.status === 'ACTIVE' && statusOf(row) !== 'ACTIVE') off.push(id);
  }
  const changes = off.map((id) => ({ type, id, status: 'ACTIVE' as const }));
  const switched = off.length === 0 ? [] : await api.setStatus(access, changes);
  for (const [position, id] of off.entries()) {
    const failure = switched[position]?.failure;
    if (failure !== undefined)
      told.get(id)?.push({ path: 'status', message: `It stays paused: ${failure.message}` });
  }
  return made.map(({ id }) => told.get(id) ?? []);
}

interface Written {
  readonly type: Type;
  readonly id: string;
  readonly what: string;
  readonly body: Params;
}

const write = (api: Creating, access: Access, { type, id, what, body }: Written) =>
  inFamily(
    api,
    access,
    { type, id },
    () => {
      const path = `${api.families.of(id) === 'smart' ? 'smart_plus/' : ''}${nouns[type]}/${what}/`;
      return api.calls.tried(access, path, body, harmlessTwice);
    },
    refusalOf,
  );

function lostTargeting({ targeting = {} }: AdSetRequest, row: Row): readonly string[] {
  const held =
    asRow(row.targeting_spec) ??
    Object.fromEntries(manualLimits.map((field) => [field, row[field]]));
  return droppedIn({ targeting_spec: defined(targeting) }, { targeting_spec: held });
}
