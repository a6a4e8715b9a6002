import type { Actor } from '../../access/caller.ts';
import type { AccountAccess } from '../../accounts/access.ts';
import { offeredMember } from '../../accounts/capabilities.ts';
import { type RequestFields, refuseFaults, withRequestErrors } from '../../base/refusal.ts';
import { plainFieldName, sentName } from '../../base/schema/aliases.ts';
import { parseRequest, parseTarget, unknownMembers } from '../../base/schema/parse.ts';
import type { Warning } from '../../base/schema/unknown-fields.ts';
import { refuseExceeded } from '../../gate/gate.ts';
import { lookAt } from '../../gate/look.ts';
import { type Preview, previewOf } from '../../gate/preview.ts';
import type { EntityFacts } from '../../ports/platform-reads.ts';
import type { UpdateRequest, Updating } from '../../ports/platform-update.ts';
import type { Once } from '../../records/once.ts';
import { randomId } from '../../records/random-id.ts';
import { billedAccount } from '../amounts.ts';
import { changeOnce } from '../change/change.ts';
import type { Changing } from '../change/changing.ts';
import { costWarnings } from '../costs.ts';
import { objectWords } from '../edit/entities.ts';
import { namedFields, refuseForeignIds } from '../entity-ids.ts';
import { withMeant } from '../meant.ts';
import { accessNamed, type ManagePorts } from '../open-account.ts';
import { type UpdateResponse, updateTarget } from '../schema/update.ts';
import type { Level } from '../undo/kept.ts';
import { judgeUpdate } from './judge-update.ts';
import {
  changeWords,
  type DrawnSettings,
  entityTypes,
  type Progress,
  setting,
  worldOf,
} from './settings.ts';

interface ReadUpdate {
  readonly level: Level;
  readonly account: AccountAccess;
  readonly updating: Updating;
  readonly request: UpdateRequest;
  readonly at: RequestFields;
  readonly unknown: readonly Warning[];
}

const idFields: { readonly [L in Level]: string } = {
  campaign: 'campaignId',
  adSet: 'adSetId',
  ad: 'adId',
};

/** Writes only what differs. With `dryRun` sends nothing. Two calls; one where nothing differs. */
export const updateObject = (
  ports: ManagePorts,
  caller: Actor,
  wanted: { readonly level: Level; readonly body: object },
  once?: Once,
): Promise<UpdateResponse> =>
  changeOnce(ports, caller, () => updatingObject(ports, caller, wanted), once);

export async function updatingObject(
  ports: ManagePorts,
  caller: Actor,
  { level, body }: { readonly level: Level; readonly body: object },
): Promise<Changing<Progress, UpdateResponse>> {
  const read = await readUpdate(ports, caller, level, body);
  const isDry = read.request.dryRun === true;
  const draw = (account: AccountAccess) => drawFields(ports, caller, { ...read, account }, isDry);
  const judge = async (account: AccountAccess) =>
    (await judged(ports, caller, { ...read, account })).judgement;
  return setting(ports, caller, { ...read, isDry, draw, judge });
}

export async function previewUpdate(
  ports: ManagePorts,
  caller: Actor,
  level: Level,
  body: object,
): Promise<Preview> {
  const read = await readUpdate(ports, caller, level, body);
  refuseFaults(
    read.updating.check(read.request, await billedAccount(ports, read.account), ports.clock.now()),
  );
  const { prepared, judgement, unconfirmed, warnings } = await judged(ports, caller, read);
  refuseFaults(unconfirmed);
  const { type, id, name } = prepared.object;
  const summary =
    prepared.changes.length === 0 ? 'Change nothing' : `Change ${changeWords(prepared.changes)}`;
  return {
    ...previewOf(judgement, worldOf(prepared.changes)),
    summary,
    lines: prepared.warnings.map(({ message }) => message),
    objects: [{ type, id, name, does: `${summary} of ${objectWords(prepared.object)}` }],
    look: () =>
      lookAt(
        read.account,
        [prepared.object],
        level === 'ad' || judgement !== undefined ? 'whole' : 'own',
      ),
    warnings,
  };
}

async function judged(
  ports: ManagePorts,
  caller: Actor,
  { level, account, updating, request, at, unknown }: ReadUpdate,
) {
  const { access } = account;
  const path = at.missing ?? '';
  const id = String(
    (request as UpdateRequest & { readonly [field: string]: unknown })[idFields[level]] ?? '',
  );
  const prepared = await withMeant(account, { type: entityTypes[level], id, path }, () =>
    withRequestErrors(at, () => updating.prepare(access, request)),
  );
  refuseFaults([
    ...goneFaults(prepared.object, request, level, access.adAccountId),
    ...prepared.faults,
  ]);
  const { object, changes, weekdays, liftsBid } = prepared;
  const { judgement, unconfirmed } = await judgeUpdate(ports, caller, account, {
    object,
    changes,
    weekdays,
    liftsBid,
    money: updating.money,
    confirm: request.confirm,
    pathOf: (field) => sentName(request, field),
  });
  const costs = costWarnings(
    account.platform.definition.launch?.checks,
    prepared.changes.map(({ field, learning: does }) => ({
      // Any change of what an ad shows makes another creative.
      change: level === 'ad' && does === 'resets' ? 'creative' : field,
      learning: does,
      path: sentName(request, field),
    })),
  );
  return {
    prepared,
    judgement,
    unconfirmed,
    warnings: [...prepared.warnings, ...costs, ...unknown],
  };
}

async function drawFields(
  ports: ManagePorts,
  caller: Actor,
  read: ReadUpdate,
  isDry: boolean,
): Promise<DrawnSettings> {
  const { level, account, updating, request, at } = read;
  refuseFaults(updating.check(request, await billedAccount(ports, account), ports.clock.now()));
  const { prepared, judgement, unconfirmed, warnings } = await judged(ports, caller, read);
  const { object, changes } = prepared;
  refuseExceeded(judgement?.verdicts ?? []);
  refuseFaults(unconfirmed);
  const drawn = { level, entityId: object.id, name: object.name, changes, warnings, judgement };
  if (isDry || changes.length === 0) return { ...drawn, patch: [] };
  const patch = await withRequestErrors(at, () => prepared.settle());
  return { ...drawn, patch, updateId: randomId(ports.secrets, 'upd') };
}

function goneFaults(
  object: EntityFacts,
  request: UpdateRequest,
  level: Level,
  adAccountId: string,
) {
  const path = sentName(request, idFields[level]);
  if (object.adAccountId !== adAccountId)
    return [
      {
        path,
        code: 'other_account',
        message: `This object belongs to ${object.adAccountId}, not to ${adAccountId}.`,
      },
    ];
  if (object.status !== 'DELETED' && object.status !== 'ARCHIVED') return [];
  return [
    {
      path,
      code: 'gone',
      message: `This ${object.type} is ${object.status.toLowerCase()} and takes no changes.`,
    },
  ];
}

/** In whatever spelling they were sent. */
function unchangeableFaults({ platform }: AccountAccess, level: Level, body: object) {
  const reasons = new Map(
    Object.entries(platform.definition.unchangeable?.[level] ?? {}).map(([field, why]) => [
      plainFieldName(field),
      why,
    ]),
  );
  return Object.entries(body).flatMap(([path, value]) => {
    const message =
      value === null || value === undefined ? undefined : reasons.get(plainFieldName(path));
    return message === undefined ? [] : [{ path, code: 'not_changed_here', message }];
  });
}

async function readUpdate(
  ports: ManagePorts,
  caller: Actor,
  level: Level,
  body: object,
): Promise<ReadUpdate> {
  const forms = Object.values(ports.platforms).flatMap(
    ({ definition }) => definition.update?.[level] ?? [],
  );
  const target = parseTarget(updateTarget, body, forms);
  const account = await accessNamed(ports, caller, target);
  refuseFaults(unchangeableFaults(account, level, body));
  const updating = offeredMember(account.platform, 'update', level, sentName(target, 'accountId'));
  const form = account.platform.definition.update?.[level];
  if (form === undefined)
    throw new Error(
      `${account.platform.definition.id} changes objects without saying what it takes.`,
    );
  const request = parseRequest(form.request, body);
  refuseForeignIds([account.platform], request);
  const at = { missing: sentName(request, idFields[level]), fields: namedFields(form, request) };
  return { level, account, updating, request, at, unknown: unknownMembers(form.request, body) };
}
