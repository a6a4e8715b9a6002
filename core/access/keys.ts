import { SlipwayError } from '../base/errors.ts';
import { refusal } from '../base/refusal.ts';
import { isoTime } from '../base/time/days.ts';
import type { Clock } from '../ports/clock.ts';
import { kind, type Store, type Stored, SYSTEM, type Write } from '../ports/store.ts';
import type { WritePorts } from '../ports/write-ports.ts';
import { allOf } from '../records/list.ts';
import { type Once, unkeyed } from '../records/once.ts';
import { randomId } from '../records/random-id.ts';
import { type Room, refuseBeyond } from '../records/room.ts';
import { auditWrite } from './audit.ts';
import { beforeAndAfter } from './before-and-after.ts';
import { allows, type Caller } from './caller.ts';
import { endGrantsOf } from './client-grants.ts';
import { hasWorkspace, unknownWorkspace } from './has-workspace.ts';
import { isPartOf } from './networks.ts';
import type { Key, KeyChanges } from './schema.ts';
import { type Scope, scopes } from './scopes.ts';

/**
 * A key. Its id is the hash of the secret and it lies under SYSTEM, because a request brings only a
 * secret. This one document holds all that a request needs, so that deleting it ends the key in
 * every process at once.
 */
export interface KeyRecord {
  readonly keyId: string;
  readonly companyId: string;
  readonly name: string;
  /** The first characters, for recognition in lists. */
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  readonly expiresAt?: number;
  /**
   * Guards may keep an account to the keys of one workspace. Absent: the company's default
   * workspace.
   */
  readonly workspaceId?: string;
  /** Networks that requests must come from. Absent: anywhere. */
  readonly addresses?: readonly string[];
  /**
   * The person who made it, or the first key of the chain of keys that did; its own id for such a
   * first key. Absent where an earlier version made it: unknown.
   */
  readonly madeBy?: string;
}

export const keyKind = kind<KeyRecord>('key', {
  companyId: 'string',
  keyId: 'string',
  createdAt: 'number',
});

/** Apart from the key, so that noting a use never conflicts with a revocation. */
export const keyUseKind = kind<{ readonly lastUsedAt: number }>('key-use');

const room: Room<KeyRecord> = { kind: keyKind, most: 500, what: 'keys', code: 'too_many_keys' };

const PREFIX_LENGTH = 8;
const CHANGEABLE = ['name', 'scopes', 'expiresAt', 'workspaceId', 'addresses'] as const;
const DEFAULT_SCOPES: readonly Scope[] = ['read', 'launch', 'manage'];

export interface NewKey {
  readonly name: string;
  readonly scopes?: readonly Scope[] | undefined;
  /** ISO 8601. */
  readonly expiresAt?: string | null | undefined;
  readonly workspaceId?: string | undefined;
  /** Networks. Empty and null: anywhere. */
  readonly addresses?: readonly string[] | null | undefined;
}

/**
 * A fresh key and the write that makes it valid. The secret exists only in this answer.
 *
 * @param by who makes it; without, it begins a chain of keys
 */
export async function mintKey(
  ports: Pick<WritePorts, 'clock' | 'secrets'>,
  companyId: string,
  request: NewKey,
  by?: Pick<Caller, 'keyId' | 'person' | 'madeBy'>,
): Promise<{ readonly secret: string; readonly record: KeyRecord; readonly write: Write }> {
  const secret = `ak_${hex(ports.secrets.random(32))}`;
  const keyId = randomId(ports.secrets, 'key');
  const madeBy = by === undefined ? keyId : makerBehind(by);
  const record: KeyRecord = {
    keyId,
    ...(madeBy !== undefined && { madeBy }),
    companyId,
    name: request.name,
    prefix: secret.slice(0, PREFIX_LENGTH),
    scopes:
      request.scopes === undefined
        ? DEFAULT_SCOPES
        : scopes.filter((each) => request.scopes?.includes(each)),
    createdAt: ports.clock.now(),
    ...(request.expiresAt && { expiresAt: Date.parse(request.expiresAt) }),
    ...(request.workspaceId !== undefined && { workspaceId: request.workspaceId }),
    ...(request.addresses?.length && { addresses: request.addresses }),
  };
  const id = await ports.secrets.sha256(secret);
  return {
    secret,
    record,
    write: { kind: keyKind, companyId: SYSTEM, id, expect: 'absent', doc: record },
  };
}

/** `also` goes into the same commit. */
export async function createKey(
  ports: WritePorts,
  caller: Caller,
  {
    request,
    once = unkeyed(ports.store),
    also = [],
  }: {
    readonly request: NewKey;
    readonly once?: Once | undefined;
    readonly also?: readonly Write[] | undefined;
  },
): Promise<Key & { readonly key: string }> {
  refuseLacking(caller, request.scopes ?? DEFAULT_SCOPES);
  return once.inOneCommit(
    async (conclude) => {
      if (request.expiresAt) refusePast(ports.clock, request.expiresAt);
      await refuseUnknownWorkspace(ports.store, caller.companyId, request.workspaceId);
      await refuseBeyond(ports.store, SYSTEM, room, { where: { companyId: caller.companyId } });
      const asked = {
        ...request,
        expiresAt: endOf(request, caller),
        addresses: addressesOf(request, caller),
      };
      const { secret, record, write } = await mintKey(ports, caller.companyId, asked, caller);
      const audit = auditWrite(ports, caller, {
        action: 'key.create',
        subject: record.keyId,
        details: auditedKey(record),
      });
      const created = { ...shown(record, undefined), key: secret };
      await conclude([write, audit, ...also], created);
      return created;
    },
    { secret: true },
  );
}

function refuseLacking(caller: Caller, wanted: readonly Scope[]): void {
  const lacking = wanted.filter((scope) => !allows(caller.scopes, scope));
  if (lacking.length > 0)
    throw new SlipwayError(
      'forbidden',
      `Only a key that has the ${lacking.join(', ')} scope can hand it on.`,
      {
        details: [
          {
            path: 'scopes',
            code: 'scope_lacking',
            message: `Your key lacks ${lacking.join(', ')}.`,
          },
        ],
      },
    );
}

function refusePast(clock: Clock, expiresAt: string): void {
  if (Date.parse(expiresAt) > clock.now()) return;
  throw new SlipwayError('unprocessable_entity', 'The key would be expired from the start.', {
    details: [
      {
        path: 'expiresAt',
        code: 'in_the_past',
        message: 'Give a time in the future, or leave it out.',
      },
    ],
  });
}

async function refuseUnknownWorkspace(
  store: Store,
  companyId: string,
  workspaceId: string | undefined,
): Promise<void> {
  if (workspaceId === undefined || (await hasWorkspace(store, companyId, workspaceId))) return;
  const fault = unknownWorkspace(workspaceId, 'workspaceId');
  throw refusal('unprocessable_entity', fault);
}

/** The bounds of a key, handed on to the keys it makes. */
export const boundsOf = ({
  expiresAt,
  addresses,
}: Caller): Pick<NewKey, 'expiresAt' | 'addresses'> => ({
  ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt).toISOString() }),
  ...(addresses && { addresses }),
});

/** A key cannot make one that outlives it: by default the new one ends with it. */
function endOf({ expiresAt }: Pick<NewKey, 'expiresAt'>, caller: Caller): string | undefined {
  if (caller.expiresAt === undefined) return expiresAt ?? undefined;
  const latest = new Date(caller.expiresAt).toISOString();
  if (!expiresAt) return latest;
  if (Date.parse(expiresAt) <= caller.expiresAt) return expiresAt;
  throw new SlipwayError('unprocessable_entity', 'The key would outlive the one that makes it.', {
    details: [
      {
        path: 'expiresAt',
        code: 'outlives_its_maker',
        message: `Your key ends ${latest}: give that or an earlier time.`,
      },
    ],
  });
}

/** A key cannot make one for other networks: by default the new one has the same. */
function addressesOf(
  { addresses }: Pick<NewKey, 'addresses'>,
  caller: Caller,
): readonly string[] | undefined {
  if (!addresses?.length) return caller.addresses;
  const at = addresses.findIndex(
    (network) => caller.addresses !== undefined && !isPartOf(network, caller.addresses),
  );
  if (at < 0) return addresses;
  const message = `Your key is for ${caller.addresses?.join(', ')} only: give networks within.`;
  throw new SlipwayError(
    'unprocessable_entity',
    'The key could be used from where the one that makes it cannot.',
    {
      details: [{ path: `addresses[${at}]`, code: 'wider_than_its_maker', message }],
    },
  );
}

/** Newest first. */
export async function listKeys(
  ports: Pick<WritePorts, 'store'>,
  companyId: string,
): Promise<Key[]> {
  const keys = await allOf(ports.store, keyKind, SYSTEM, {
    where: { companyId },
    order: { by: 'createdAt', direction: 'desc' },
  });
  const uses = await Promise.all(
    keys.map(({ doc }) => ports.store.get(keyUseKind, companyId, doc.keyId)),
  );
  return keys.map(({ doc }, i) => shown(doc, uses[i]?.doc.lastUsedAt));
}

/** Takes effect with the next request. Throws `not_found`. */
export async function changeKey(
  ports: WritePorts,
  caller: Caller,
  keyId: string,
  changes: KeyChanges,
): Promise<Key> {
  const { store } = ports;
  const { companyId } = caller;
  const key = await ownKey(store, caller, keyId, 'change');
  refuseLacking(caller, changes.scopes ?? []);
  if (changes.expiresAt) refusePast(ports.clock, changes.expiresAt);
  await refuseUnknownWorkspace(store, companyId, changes.workspaceId ?? undefined);
  const { expiresAt: _end, workspaceId: _workspace, addresses: _from, ...kept } = key.doc;
  const until = changedEnd(key.doc, changes, caller);
  const workspaceId =
    changes.workspaceId === undefined ? key.doc.workspaceId : (changes.workspaceId ?? undefined);
  const addresses = changedAddresses(key.doc, changes, caller);
  const doc: KeyRecord = {
    ...kept,
    ...(changes.name !== undefined && { name: changes.name }),
    ...(changes.scopes !== undefined && {
      scopes: scopes.filter((each) => changes.scopes?.includes(each)),
    }),
    ...(until !== undefined && { expiresAt: until }),
    ...(workspaceId !== undefined && { workspaceId }),
    ...(addresses?.length && { addresses }),
  };
  const fields = Object.entries(changes).flatMap(([field, value]) =>
    value === undefined ? [] : [field],
  );
  const conflict = await store.commit([
    { kind: keyKind, companyId: SYSTEM, id: key.id, expect: key.version, doc },
    auditWrite(ports, caller, {
      action: 'key.change',
      subject: keyId,
      details: { fields, ...auditedKey(doc), ...beforeAndAfter(key.doc, doc, CHANGEABLE) },
    }),
  ]);
  if (conflict !== undefined) return changeKey(ports, caller, keyId, changes);
  return shown(doc, (await store.get(keyUseKind, companyId, keyId))?.doc.lastUsedAt);
}

const isWider = (key: KeyRecord, { scopes: wanted = [] }: KeyChanges): boolean =>
  wanted.some((scope) => !allows(key.scopes, scope));

/** A key for some networks may give networks or scopes only within them. */
const changedAddresses = (
  key: KeyRecord,
  changes: KeyChanges,
  caller: Caller,
): readonly string[] | undefined =>
  changes.addresses === undefined && !isWider(key, changes)
    ? key.addresses
    : addressesOf(
        { addresses: changes.addresses === undefined ? key.addresses : changes.addresses },
        caller,
      );

/** A key that ends may give ends or scopes only until then. */
function changedEnd(key: KeyRecord, changes: KeyChanges, caller: Caller): number | undefined {
  if (changes.expiresAt === undefined && !isWider(key, changes)) return key.expiresAt;
  const kept = key.expiresAt === undefined ? undefined : new Date(key.expiresAt).toISOString();
  const end = endOf(
    { expiresAt: changes.expiresAt === undefined ? kept : changes.expiresAt },
    caller,
  );
  return end === undefined ? undefined : Date.parse(end);
}

/**
 * A key of the company that the caller may `verb`. Throws `not_found`, or `forbidden` for one of
 * the operator.
 */
async function ownKey(
  store: Store,
  caller: Caller,
  keyId: string,
  verb: string,
): Promise<Stored<KeyRecord>> {
  const key = await findKey(store, caller.companyId, keyId);
  if (key === undefined)
    throw new SlipwayError('not_found', 'There is no such key.', { hint: 'keys.list' });
  if (!key.doc.scopes.includes('operator') || caller.scopes.includes('operator')) return key;
  const message = `This is a key of the operator of this installation: only a key with the operator scope can ${verb} it.`;
  throw refusal('forbidden', { path: 'id', code: 'operator_key', message });
}

/** Takes effect with the next request, in every process. */
export async function revokeKey(ports: WritePorts, caller: Caller, keyId: string): Promise<void> {
  const key = await ownKey(ports.store, caller, keyId, 'revoke');
  const conflict = await ports.store.commit([
    { kind: keyKind, companyId: SYSTEM, id: key.id, expect: key.version, doc: undefined },
    auditWrite(ports, caller, {
      action: 'key.revoke',
      subject: keyId,
      details: { name: key.doc.name },
    }),
  ]);
  if (conflict !== undefined) return revokeKey(ports, caller, keyId);
  await endGrantsOf(ports, caller, keyId, 'the key was revoked');
}

export async function findKey(
  store: Store,
  companyId: string,
  keyId: string,
): Promise<Stored<KeyRecord> | undefined> {
  return (await store.find(keyKind, SYSTEM, { where: { companyId, keyId }, limit: 1 })).items[0];
}

/**
 * The person behind a caller, the beginning of a chain of keys, or the embedding program. Undefined
 * for a key whose maker is unknown.
 */
export const makerBehind = ({
  keyId,
  person,
  madeBy,
}: Pick<Caller, 'keyId' | 'person' | 'madeBy'>): string | undefined =>
  person === undefined && keyId.startsWith('key_') ? madeBy : keyId;

/** The same by id of a key or person. Undefined also for a key that is gone. */
export async function makerOf(
  store: Store,
  companyId: string,
  id: string,
): Promise<string | undefined> {
  return makerBehind({
    keyId: id,
    madeBy: id.startsWith('key_') ? (await findKey(store, companyId, id))?.doc.madeBy : undefined,
  });
}

const shown = (record: KeyRecord, lastUsedAt: number | undefined): Key => ({
  id: record.keyId,
  name: record.name,
  prefix: record.prefix,
  scopes: [...record.scopes],
  createdAt: new Date(record.createdAt).toISOString(),
  expiresAt: isoTime(record.expiresAt),
  lastUsedAt: isoTime(lastUsedAt),
  ...(record.workspaceId !== undefined && { workspaceId: record.workspaceId }),
  addresses: [...(record.addresses ?? [])],
});

const auditedKey = ({ name, scopes: may, addresses }: KeyRecord) => ({
  name,
  scopes: may,
  ...(addresses && { addresses }),
});

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
