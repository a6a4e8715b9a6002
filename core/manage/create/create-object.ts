import type { Actor } from '../../access/caller.ts';
import { type AccountAccess, whileHeld } from '../../accounts/access.ts';
import { offeredGroup } from '../../accounts/capabilities.ts';
import { defined } from '../../base/defined.ts';
import { refuseFaults, withRequestErrors } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import { quoted } from '../../base/schema/quoted.ts';
import type { Warning } from '../../base/schema/unknown-fields.ts';
import { budgetsAlone, judgeDemand, refuseExceeded } from '../../gate/gate.ts';
import { guardedAccount } from '../../gate/guarded.ts';
import type { Demand } from '../../gate/judge.ts';
import { type Preview, previewOf } from '../../gate/preview.ts';
import { firstSeenToday } from '../../gate/seen.ts';
import type { Budgets } from '../../ports/platform-accounts.ts';
import type { Created } from '../../ports/platform-create.ts';
import type { Json } from '../../ports/store.ts';
import type { Once } from '../../records/once.ts';
import { billedAccount } from '../amounts.ts';
import { objectWords } from '../edit/entities.ts';
import { type Change, changeWrite } from '../edit/trace.ts';
import { namedFields, refuseForeignIds } from '../entity-ids.ts';
import { accessNamed, type ManagePorts } from '../open-account.ts';
import { type KeptObject, keepObjects } from '../undo/kept.ts';
import { type Creating, createOnce } from './create-once.ts';
import { keptNotesWrite, readKeptNotes } from './kept-notes.ts';
import { type Level, type ReadCreation, readRequest, wantedBudgets } from './read-request.ts';

interface CreatedObject {
  readonly id: string;
  readonly record: Created['record'];
  readonly updateId?: string | undefined;
  readonly warnings: readonly Warning[];
}

/** Paused unless asked otherwise. */
export async function createCampaign(ports: ManagePorts, caller: Actor, body: object, once?: Once) {
  const { id, record, updateId, warnings } = await createObject(
    ports,
    caller,
    { level: 'campaign', body },
    once,
  );
  return {
    success: true as const,
    campaignId: id,
    campaign: record,
    ...defined({ updateId }),
    ...(warnings.length > 0 && { warnings }),
  };
}

export async function createAdSet(ports: ManagePorts, caller: Actor, body: object, once?: Once) {
  const { id, record, updateId, warnings } = await createObject(
    ports,
    caller,
    { level: 'adSet', body },
    once,
  );
  return {
    success: true as const,
    adSetId: id,
    adSet: record,
    ...defined({ updateId }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** Sends nothing. An empty object delivers nothing, whatever its status. */
export async function previewCreation(
  ports: ManagePorts,
  caller: Actor,
  level: Level,
  body: object,
): Promise<Preview> {
  const read = await readCreation(ports, caller, level, body);
  const { account, creation, request, body: whole } = read;
  const { campaignId } = request;
  const parent = campaignId === undefined ? undefined : await parentOf(account, campaignId);
  const notes =
    campaignId === undefined
      ? undefined
      : await readKeptNotes(ports.store, caller.companyId, account.key, campaignId);
  const { warnings = [] } = await withRequestErrors(placesOf(read), () =>
    creation.prepare(account.access, request, notes),
  );
  const told = [...creation.notes(request).warnings, ...warnings];
  return {
    ...previewOf(await judgeDemand(ports, caller, account, demandOf(read)), [
      parent ?? null,
      notes ?? null,
    ]),
    // What preset and convention say today is what is made.
    input: { ...whole },
    ...(parent && {
      objects: [
        { ...parent, does: `Create ad set ${quoted(request.name)} in ${objectWords(parent)}` },
      ],
    }),
    lines: told.map(({ message }) => message),
    warnings: told,
  };
}

async function parentOf({ platform, access }: AccountAccess, id: string) {
  const [found] = (await platform.inspect?.entities(access, [{ type: 'campaign', id }])) ?? [];
  if (found === undefined || 'failure' in found) return undefined;
  const { type, name, status, dailyBudget, lifetimeBudget } = found;
  return { type, id, name, status, ...defined({ dailyBudget, lifetimeBudget }) };
}

const createObject = (
  ports: ManagePorts,
  caller: Actor,
  { level, body }: { readonly level: Level; readonly body: object },
  once: Once | undefined,
): Promise<CreatedObject> =>
  createOnce(
    ports,
    caller,
    async (isHeld) =>
      creatingOf(ports, caller, await readCreation(ports, caller, level, body), isHeld),
    once,
  );

async function readCreation(
  ports: ManagePorts,
  caller: Actor,
  level: Level,
  body: object,
): Promise<ReadCreation> {
  const read = await readRequest(ports, caller.companyId, level, body, (target) =>
    accessNamed(ports, caller, target),
  );
  refuseForeignIds([read.account.platform], read.request);
  return read;
}

const placesOf = ({ form, request }: ReadCreation) => ({
  ...(request.campaignId !== undefined && { missing: sentName(request, 'campaignId') }),
  fields: namedFields(form, request),
});

const demandOf = (read: ReadCreation): Demand =>
  budgetsAlone(wantedBudgets(read), read.request.status === 'ACTIVE');

async function creatingOf(
  ports: ManagePorts,
  caller: Actor,
  read: ReadCreation,
  isHeld: () => boolean,
): Promise<Creating<Created, CreatedObject>> {
  const { level, account, creation, request, unknown } = read;
  const { companyId } = caller;
  const { access, platform, key } = whileHeld(account, isHeld);
  const noun = level === 'campaign' ? 'campaign' : 'adset';
  const { campaignId, name, dailyBudget, lifetimeBudget } = request;
  const kept =
    campaignId === undefined
      ? undefined
      : await readKeptNotes(ports.store, companyId, key, campaignId);
  const { warnings, keep } = creation.notes(request);
  const budgets: Budgets = defined({ dailyBudget, lifetimeBudget });
  const change: Change = {
    action: `${noun}.create`,
    subject: campaignId ?? access.adAccountId,
    adAccountId: access.adAccountId,
    after: { name, ...traced(request), status: request.status ?? 'PAUSED', ...budgets },
  };
  let found: readonly Warning[] = [];
  return {
    what: `${level === 'campaign' ? 'a campaign' : 'an ad set'} named "${name}"`,
    times: offeredGroup(platform, 'create'),
    async prepare() {
      refuseFaults(creation.check(request, await billedAccount(ports, account), ports.clock.now()));
      const at = placesOf(read);
      const {
        faults,
        warnings: ofOthers = [],
        send,
      } = await withRequestErrors(at, () => creation.prepare(access, request, kept));
      refuseFaults(faults);
      found = ofOthers;
      refuseExceeded((await judgeDemand(ports, caller, account, demandOf(read))).verdicts);
      return { change, at, send };
    },
    find: (mark) => creation.find(access, request, mark, kept),
    async finish(created, isNew) {
      await firstSeenToday(ports, guardedAccount(account), { id: created.id, ...budgets });
      const refused = (await creation.finish?.(access, request, created, isNew)) ?? [];
      const changed = [...created.warnings, ...refused].map(({ path, message }) => ({
        path: path.replace(/^[^.[]+/, (field) => sentName(request, field)),
        message,
        code: 'changed_by_platform',
      }));
      ports.adSets?.forget(companyId, key);
      const object: KeptObject = { type: noun, id: created.id, name, changes: [] };
      const undo = keepObjects(ports, companyId, {
        account: key,
        of: 'creation',
        objects: [object],
      });
      return {
        answer: {
          id: created.id,
          record: created.record,
          ...defined({ updateId: undo.updateId }),
          warnings: [...warnings, ...found, ...changed, ...unknown],
        },
        writes: [
          ...undo.writes,
          changeWrite(ports, caller, { ...change, action: `${noun}.created`, subject: created.id }),
          ...(isKept(keep) ? [keptNotesWrite(companyId, key, created.id, keep)] : []),
        ],
      };
    },
  };
}

const isKept = (keep: Json | undefined): keep is { readonly [field: string]: Json } =>
  typeof keep === 'object' && keep !== null && Object.keys(keep).length > 0;

const traced = (request: object): { readonly [field: string]: Json } =>
  'objective' in request && typeof request.objective === 'string'
    ? { objective: request.objective }
    : {};
