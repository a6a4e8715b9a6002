import type { Actor } from '../../access/caller.ts';
import type { AccountKey } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import { explained, SlipwayError } from '../../base/errors.ts';
import { breaks, refusal } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import { quoted } from '../../base/schema/quoted.ts';
import { withItsSource } from '../../base/schema/unknown-fields.ts';
import { refuseBlocked } from '../../gate/blocked.ts';
import { objectWords, whyNot } from '../../manage/edit/entities.ts';
import { type ManagePorts, type Opened, openToChange } from '../../manage/open-account.ts';
import { updateObject } from '../../manage/update/update-object.ts';
import type { EntityType } from '../../ports/platform-accounts.ts';
import type { EntityFacts } from '../../ports/platform-reads.ts';
import type { Json } from '../../ports/store.ts';
import { canonicalJson } from '../../records/canonical-json.ts';
import { adContent, eachRow, refuseForeignFilter, type Values, valuesOf } from './rows.ts';
import type { ChangeRequest, ChangesBody } from './schema.ts';
import { type Conflict, compared, isSame, PLAIN, readPlain, wantedValue } from './wanted.ts';

interface FieldWanted {
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
  readonly learning?: string;
  /** As it is sent, where the platform shows it in another form. */
  readonly sent?: Json;
}

/** One call of the operation that everybody uses: they are carried out one after the other. */
export interface ChangePart {
  readonly part: 'settings' | 'name' | 'budget' | 'status';
  readonly fields: readonly FieldWanted[];
  readonly does: string;
}

export interface DrawnChange {
  readonly type: EntityType;
  readonly id: string;
  readonly account: AccountKey;
  readonly adAccountId: string;
  readonly name?: string;
  readonly parts: readonly ChangePart[];
  readonly conflicts?: readonly Conflict[];
  /** What the change costs besides money, in sentences. */
  readonly costs?: readonly string[];
  /** Why it cannot be changed so. */
  readonly reason?: string;
  /** It was deleted or archived. */
  readonly isGone?: true;
}

interface Wanted extends Pick<ChangeRequest, 'level' | 'set'> {
  readonly id: string;
  readonly was?: Values | undefined;
  readonly path: string;
}

/**
 * What the changes would do, by what the platform has now. Nothing is sent. One call for 50
 * objects, one for each with other settings.
 */
export async function drawChanges(
  ports: ManagePorts,
  caller: Actor,
  body: ChangesBody,
): Promise<readonly DrawnChange[]> {
  const drawn: DrawnChange[] = [];
  for (const { account, wanted } of await byAccount(ports, caller, body.changes))
    drawn.push(...(await drawIn(ports, caller, account, wanted, body.confirm)));
  return drawn;
}

/** The same for objects of one account, in their order. */
export async function drawIn(
  ports: ManagePorts,
  caller: Actor,
  account: Account,
  wanted: readonly Wanted[],
  confirm?: boolean,
): Promise<readonly DrawnChange[]> {
  const drawn: DrawnChange[] = [];
  const live = await readAll(account, wanted);
  for (const [i, each] of wanted.entries()) {
    const read = live[i];
    if (read === undefined)
      throw new Error('A platform answered for fewer objects than it was asked.');
    drawn.push(await drawChange(ports, caller, account, { wanted: each, read, confirm }));
  }
  return drawn;
}

type Account = Opened<'edit'>;

async function byAccount(ports: ManagePorts, caller: Actor, changes: readonly ChangeRequest[]) {
  const accounts = new Map<AccountKey, { readonly account: Account; readonly wanted: Wanted[] }>();
  const opened = new Map<string, Account>();
  const seen = new Map<string, string>();
  for (const [i, change] of changes.entries()) {
    const { adAccountId, workspaceId, level, set } = change;
    const path = `changes[${i}]`;
    const name = `${adAccountId} ${workspaceId ?? ''}`;
    const request = {
      accountId: adAccountId,
      namedAt: `${path}.${sentName(change, 'adAccountId')}`,
      ...defined({ workspaceId }),
    };
    const account = opened.get(name) ?? (await openToChange(ports, caller, request, 'edit'));
    opened.set(name, account);
    const known = accounts.get(account.key) ?? { account, wanted: [] };
    accounts.set(account.key, known);
    for (const id of await idsOf(account, change, path)) {
      const key = `${account.key} ${level} ${id}`;
      const twice = seen.get(key);
      if (twice !== undefined)
        throw breaks(
          `${path}.id`,
          'duplicate_change',
          `${twice} changes the same object. Put both into one change.`,
        );
      seen.set(key, path);
      known.wanted.push({ level, id, set, was: wasOf(change, path), path });
    }
  }
  return [...accounts.values()];
}

/** The object that it names, or all that its filter finds. */
async function idsOf(
  account: Account,
  { level, id, where, adAccountId }: ChangeRequest,
  path: string,
): Promise<readonly string[]> {
  if (id !== undefined) return [id];
  if (where === undefined || account.platform.inspect === undefined)
    throw refusal('bad_request', {
      path: `${path}.id`,
      code: 'missing_field',
      message: 'Give id, or where.',
    });
  refuseForeignFilter({ level, adSetId: where.adSetId }, `${path}.where.`);
  const ids: string[] = [];
  for await (const row of eachRow(
    { ...account, can: account.platform.inspect },
    { adAccountId, level, ...where },
  )) {
    if (ids.length === MOST_FOUND)
      throw breaks(`${path}.where`, 'too_many', `More than ${MOST_FOUND} objects are found.`);
    ids.push(row.id);
  }
  return ids;
}

const MOST_FOUND = 5_000;

/** The values that a row had, which are its revision. */
function wasOf({ revision }: ChangeRequest, path: string): Values | undefined {
  if (revision === undefined) return undefined;
  try {
    const was: unknown = JSON.parse(revision);
    if (typeof was === 'object' && was !== null) return was as Values;
  } catch {
    // Told below.
  }
  throw breaks(
    `${path}.revision`,
    'revision',
    'Give the revision of the row as it was read, or none.',
  );
}

const AT_ONCE = 50;

type Read = EntityFacts | Extract<Parameters<typeof whyNot>[0], { readonly failure: unknown }>;

async function readAll(
  { platform, access }: Account,
  wanted: readonly Wanted[],
): Promise<readonly Read[]> {
  const { inspect } = platform;
  if (inspect === undefined)
    throw new SlipwayError(
      'unprocessable_entity',
      `${platform.definition.label} does not tell what exists.`,
    );
  const reads: Read[] = [];
  for (let i = 0; i < wanted.length; i += AT_ONCE) {
    const some = wanted.slice(i, i + AT_ONCE).map(({ level: type, id }) => ({ type, id }));
    reads.push(...(await inspect.entities(access, some)));
  }
  return reads;
}

async function drawChange(
  ports: ManagePorts,
  caller: Actor,
  account: Account,
  {
    wanted,
    read: facts,
    confirm,
  }: { readonly wanted: Wanted; readonly read: Read; readonly confirm: boolean | undefined },
): Promise<DrawnChange> {
  const { level: type, id, set, was } = wanted;
  const { adAccountId } = account.access;
  const object = { type, id, account: account.key, adAccountId, parts: [] };
  if ('failure' in facts) return { ...object, reason: explained(facts.failure) };
  // Of an object in another account nothing is told, not even its name.
  const foreign = whyNot(facts, adAccountId)?.error;
  if (foreign !== undefined) return { ...object, reason: foreign };
  const named = { ...object, name: facts.name };
  const gone = goneReason(facts);
  if (gone !== undefined) return { ...named, reason: gone, isGone: true };
  const live = valuesOf(facts);
  const words = objectWords(facts);
  const conflicts: Conflict[] = [];
  const fields = new Map<string, FieldWanted>();
  for (const field of PLAIN.filter((each) => each in set)) {
    const wish = wantedValue(set[field], live[field]);
    if (wish === undefined) return { ...named, reason: cannotFollow(field, words) };
    const read = readPlain(field, wish);
    if ('reason' in read) return { ...named, reason: read.reason };
    const [before, after] = [live[field] ?? null, read.value];
    const is = compared(field, was, before, after);
    if (is === 'set' && field.endsWith('Budget') && facts.fixedBudget !== undefined)
      return { ...named, reason: facts.fixedBudget };
    if (typeof is === 'object') conflicts.push(is);
    else if (is === 'set') fields.set(field, { field, before, after });
  }
  try {
    const { settings, costs } = await drawSettings(ports, caller, account, {
      wanted,
      live,
      confirm,
    });
    for (const { field, before, after } of settings) {
      const is = compared(field, was, before, after);
      if (typeof is === 'object') conflicts.push(is);
    }
    if (conflicts.length > 0) return { ...named, conflicts };
    const parts = partsOf(words, fields, settings, account.access.currency);
    for (const { part } of parts) await refuseBlocked(ports, caller, operationOf(type, part));
    return { ...named, parts, ...(costs.length > 0 && { costs }) };
  } catch (error) {
    if (!(error instanceof SlipwayError)) throw error;
    const { details } = error;
    return {
      ...named,
      reason: details.length > 1 ? details.map(({ message }) => message).join(' ') : error.message,
    };
  }
}

const goneReason = ({ status, type }: EntityFacts) =>
  status === 'DELETED' || status === 'ARCHIVED'
    ? `This ${type} is ${status.toLowerCase()} and takes no changes.`
    : undefined;

const cannotFollow = (field: string, words: string) =>
  `${field} of ${words} has no value that this could be made from.`;

/**
 * The operation that does the same to one object: where the company has blocked it, it is blocked
 * here.
 */
export const operationOf = (type: EntityType, part: ChangePart['part']): string =>
  OPERATIONS[part] ?? SETTING[type];

const OPERATIONS: { readonly [part: string]: string } = {
  status: 'manage.updateStatus',
  name: 'manage.rename',
  budget: 'manage.updateBudget',
};
const SETTING = {
  campaign: 'manage.updateCampaign',
  adset: 'manage.updateAdSet',
  ad: 'manage.updateAd',
} as const;

export const LEVELS = { campaign: 'campaign', adset: 'adSet', ad: 'ad' } as const;
const ID_FIELDS = { campaign: 'campaignId', adset: 'adSetId', ad: 'adId' } as const;

const isAlike = (one: Json, other: Json): boolean =>
  canonicalJson({ value: one }) === canonicalJson({ value: other });

/** What a part asks of its operation. */
export const askedIn = (fields: readonly FieldWanted[]) =>
  Object.fromEntries(fields.map(({ field, after, sent = after }) => [field, sent]));

/** The request for what has no verb of its own. */
export const settingsBody = (
  account: AccountKey,
  type: EntityType,
  id: string,
  fields: object,
) => ({
  accountId: account,
  [ID_FIELDS[type]]: id,
  ...fields,
});

/** As the change of settings itself says what it would change. */
async function drawSettings(
  ports: ManagePorts,
  caller: Actor,
  account: Account,
  {
    wanted,
    live,
    confirm,
  }: { readonly wanted: Wanted; readonly live: Values; readonly confirm: boolean | undefined },
): Promise<{ readonly settings: readonly FieldWanted[]; readonly costs: readonly string[] }> {
  const { level: type, id, set, path } = wanted;
  // What stands as wanted is not asked for: an end that has passed could not be.
  const stands = (field: string, form: unknown) =>
    field in live && isSame(live[field], wantedValue(form, live[field]) ?? null);
  const others = Object.entries(set).filter(
    ([field, form]) => !PLAIN.includes(field) && !stands(field, form),
  );
  if (others.length === 0) return { settings: [], costs: [] };
  const isForm = others.some(([field, form]) => wantedValue(form, live[field]) === undefined);
  const known = isForm && type === 'ad' ? { ...live, ...(await adContent(account, id)) } : live;
  const fields = Object.fromEntries(
    others.map(([field, form]) => {
      const value = wantedValue(form, known[field]);
      if (value === undefined)
        throw breaks(`${path}.set.${field}`, 'no_value', cannotFollow(field, quoted(id)));
      return [field, value];
    }),
  );
  const body = {
    ...settingsBody(account.key, type, id, fields),
    dryRun: true,
    ...(confirm === true && { confirm }),
  };
  const { changes, warnings = [] } = await updateObject(ports, caller, {
    level: LEVELS[type],
    body,
  });
  const unknown = warnings.find(({ code }) => code === 'unknown_field');
  if (unknown !== undefined)
    throw breaks(`${path}.set.${unknown.path}`, 'unknown_field', unknown.message);
  // A null that the operation takes for "not given" is no wish that was fulfilled.
  const kept = Object.entries(fields).find(
    ([field, value]) =>
      value === null &&
      (known[field] ?? wanted.was?.[field] ?? null) !== null &&
      changes.every((each) => each.field !== field),
  );
  if (kept !== undefined)
    throw breaks(`${path}.set.${kept[0]}`, 'no_value', `${kept[0]} cannot be taken away here.`);
  const settings = changes.map(({ field, before, after, learning }): FieldWanted => {
    const sent = fields[field];
    return {
      field,
      before,
      after,
      learning,
      ...(sent !== undefined && !isAlike(sent, after) && { sent }),
    };
  });
  return { settings, costs: settings.length === 0 ? [] : warnings.map(withItsSource) };
}

/** What stops comes first; what starts comes last, after all else is as wanted. */
function partsOf(
  words: string,
  fields: ReadonlyMap<string, FieldWanted>,
  settings: readonly FieldWanted[],
  currency: string,
): readonly ChangePart[] {
  const status = fields.get('status');
  const switched: ChangePart[] =
    status === undefined
      ? []
      : [
          {
            part: 'status',
            fields: [status],
            does: `${status.after === 'ACTIVE' ? 'Switch on' : 'Pause'} ${words}`,
          },
        ];
  const name = fields.get('name');
  const renamed: ChangePart[] =
    name === undefined
      ? []
      : [
          {
            part: 'name',
            fields: [name],
            does: `Rename ${words} to ${quoted(String(name.after))}`,
          },
        ];
  const budgets: ChangePart[] = (['dailyBudget', 'lifetimeBudget'] as const).flatMap((field) => {
    const wanted = fields.get(field);
    const kind = field === 'dailyBudget' ? 'daily budget' : 'lifetime budget';
    if (wanted === undefined) return [];
    const does = `Change the ${kind} of ${words} from ${wanted.before ?? 0} ${currency} to ${wanted.after} ${currency}`;
    return [{ part: 'budget', fields: [wanted], does }];
  });
  const told = (value: Json): string => {
    if (value === null) return 'nothing';
    if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
      return value.map(told).join(', ') || 'nothing';
    return typeof value === 'number'
      ? String(value)
      : quoted(typeof value === 'string' ? value : JSON.stringify(value), 200);
  };
  const inWords = (field: string): string =>
    field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const set: ChangePart[] =
    settings.length === 0
      ? []
      : [
          {
            part: 'settings',
            fields: settings,
            does: `Change ${settings.map(({ field, before, after }) => `${inWords(field)} from ${told(before)} to ${told(after)}`).join(', ')} of ${words}`,
          },
        ];
  const middle = [...set, ...renamed, ...budgets];
  return status?.after === 'ACTIVE' ? [...middle, ...switched] : [...switched, ...middle];
}
