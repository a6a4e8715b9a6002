import { auditWrite } from '../access/audit.ts';
import type { Actor } from '../access/caller.ts';
import { hasWorkspace, unknownWorkspace } from '../access/has-workspace.ts';
import { listAdAccounts } from '../accounts/discover.ts';
import { type AccountPorts, findAccount } from '../accounts/find-account.ts';
import { type AccountKey, accountKey, adAccountIdOf } from '../base/account-key.ts';
import { type Fault, SlipwayError } from '../base/errors.ts';
import { join } from '../base/schema/faults.ts';
import { nearestName, strangersIn, unknownField } from '../base/schema/unknown-fields.ts';
import type { Clock } from '../ports/clock.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Json, Store } from '../ports/store.ts';
import { NEVER_BLOCKED } from './blocked.ts';
import {
  accountGuards,
  guardUnits,
  hasMagnitude,
  moneyGuards,
  type NumericGuard,
  numericGuards,
  offeredLimits,
  offeredToAll,
} from './limits.ts';
import {
  type AccountLimits,
  type Approver,
  approvalPolicyKind,
  GUARDRAILS,
  type GuardrailsRecord,
  guardrailsKind,
  limitsOf,
  type MoneyLimits,
  readGuardrails,
  untouched,
} from './records.ts';
import type { GuardrailsAnswer, GuardrailsBody } from './schema.ts';

interface Ports extends AccountPorts {
  readonly clock: Clock;
  readonly secrets: Secrets;
}

export async function showGuardrails(
  ports: AccountPorts,
  companyId: string,
): Promise<GuardrailsAnswer> {
  const record = (await readGuardrails(ports, companyId))?.doc ?? untouched;
  const accounts = await listAdAccounts(ports, companyId, {});
  const { revision, ...own } = record;
  const currencies = [...new Set(accounts.map(({ currency }) => currency.toUpperCase()))].sort();
  // A copy: nothing of the document is handed out.
  const shown = JSON.parse(
    JSON.stringify({ ...own, accounts: shownAccounts(own.accounts) }),
  ) as GuardrailsAnswer['own'];
  return {
    success: true,
    revision,
    own: shown,
    suggested: {
      ...offeredToAll,
      currencies: Object.fromEntries(
        currencies.map((currency) => [currency, offeredLimits(currency)]),
      ),
    },
    approver: await approverOf(ports, companyId),
    accounts: accounts.map(({ id: adAccountId, name, platform, currency, timezone }) => {
      const key = accountKey(platform, adAccountId);
      return {
        adAccountId,
        name,
        platform,
        currency,
        timezone,
        limits: JSON.parse(
          JSON.stringify(limitsOf(record, { key, currency })),
        ) as GuardrailsAnswer['accounts'][number]['limits'],
        source: sourceOf(record, key, currency),
      };
    }),
  };
}

/** Earlier versions kept it apart from the limits. */
export async function approverOf(
  ports: { readonly store: Store },
  companyId: string,
): Promise<Approver> {
  const set = (await readGuardrails(ports, companyId))?.doc.approver;
  return (
    set ??
    (await ports.store.get(approvalPolicyKind, companyId, 'policy'))?.doc.approver ??
    'anyone'
  );
}

/** By the id people know; by the whole key where two platforms share one. */
function shownAccounts(accounts: GuardrailsRecord['accounts']): {
  [id: string]: Partial<AccountLimits>;
} {
  const keys = Object.keys(accounts) as AccountKey[];
  const ids = keys.map(adAccountIdOf);
  const shown = (key: AccountKey, id: string) =>
    ids.indexOf(id) === ids.lastIndexOf(id) ? id : key;
  return Object.fromEntries(keys.map((key, i) => [shown(key, ids[i] ?? key), accounts[key] ?? {}]));
}

function sourceOf(record: GuardrailsRecord, key: AccountKey, currency: string) {
  if (record.accounts[key] !== undefined) return 'account' as const;
  const { risePercent, adsPerLaunch, quietHours } = record;
  const forAll = [risePercent, adsPerLaunch, quietHours, record.currencies[currency.toUpperCase()]];
  return forAll.some((each) => each !== undefined) ? ('company' as const) : ('default' as const);
}

/**
 * Throws `unprocessable_entity` with every fault, `conflict` when `revision` is stale. `blockable`:
 * the operations that write.
 */
export async function changeGuardrails(
  ports: Ports,
  caller: Actor,
  sent: GuardrailsBody,
  blockable?: readonly string[],
): Promise<GuardrailsAnswer> {
  const { companyId } = caller;
  const faults = blockedFaults(sent, blockable);
  const { risePercent, adsPerLaunch, quietHours, blockedOperations, refuseRepeats, approver } =
    sent;
  const next = {
    ...present({ risePercent, adsPerLaunch, quietHours, blockedOperations, refuseRepeats }),
    currencies: withoutEmpty(currencyLayers(ports, sent, faults)),
    accounts: withoutEmpty(await accountLayers(ports, companyId, sent, faults)),
  };
  if (faults.length > 0)
    throw new SlipwayError('unprocessable_entity', 'No limit was changed.', { details: faults });
  const kept = approver === undefined ? await approverOf(ports, companyId) : (approver ?? 'anyone');
  await commitGuardrails(ports, caller, sent.revision, () => ({
    ...next,
    ...(kept !== 'anyone' && { approver: kept }),
  }));
  return showGuardrails(ports, companyId);
}

export const changeApprover = (
  ports: Pick<Ports, 'store' | 'clock' | 'secrets'>,
  caller: Actor,
  approver: Approver,
): Promise<void> =>
  commitGuardrails(ports, caller, undefined, (before) => ({ ...before, approver }));

async function commitGuardrails(
  ports: Pick<Ports, 'store' | 'clock' | 'secrets'>,
  caller: Actor,
  expected: number | undefined,
  change: (before: Omit<GuardrailsRecord, 'revision'>) => Omit<GuardrailsRecord, 'revision'>,
): Promise<void> {
  const { companyId } = caller;
  for (;;) {
    const current = await readGuardrails(ports, companyId);
    const { revision, ...before } = current?.doc ?? untouched;
    if (expected !== undefined && expected !== revision) throw stale(revision);
    const next = change(before);
    const doc: GuardrailsRecord = { ...next, revision: revision + 1 };
    const told = (limits: Omit<GuardrailsRecord, 'revision'>): Json =>
      ({ ...limits, accounts: shownAccounts(limits.accounts) }) as unknown as Json;
    const details = { before: told(before), after: told(next) };
    const conflict = await ports.store.commit([
      {
        kind: guardrailsKind,
        companyId,
        id: GUARDRAILS,
        expect: current?.version ?? 'absent',
        doc,
      },
      auditWrite(ports, caller, { action: 'guardrails.change', subject: companyId, details }),
    ]);
    if (conflict === undefined) return;
  }
}

function blockedFaults(
  { blockedOperations }: GuardrailsBody,
  blockable: readonly string[] = [],
): Fault[] {
  return (blockedOperations ?? []).flatMap((name, i) => {
    if (blockable.includes(name) && name !== NEVER_BLOCKED) return [];
    const near = nearestName(name, blockable);
    const message =
      name === NEVER_BLOCKED
        ? 'This operation cannot be blocked: without it the limits could not be changed any more.'
        : `There is no operation that writes called ${name}${near === undefined ? '' : `; did you mean ${near}?`}`;
    return [{ path: `blockedOperations[${i}]`, code: 'unknown_operation', message }];
  });
}

const present = <T extends object>(members: T): { readonly [M in keyof T]?: NonNullable<T[M]> } =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== null),
  ) as {
    readonly [M in keyof T]?: NonNullable<T[M]>;
  };

const withoutEmpty = <L extends object>(layers: {
  readonly [name: string]: L;
}): { readonly [name: string]: L } =>
  Object.fromEntries(Object.entries(layers).filter(([, layer]) => Object.keys(layer).length > 0));

function currencyLayers(
  ports: AccountPorts,
  sent: GuardrailsBody,
  faults: Fault[],
): GuardrailsRecord['currencies'] {
  const layers: { [currency: string]: Partial<MoneyLimits> } = {};
  for (const [given, limits] of Object.entries(sent.currencies)) {
    const currency = given.trim().toUpperCase();
    const path = join('currencies', given);
    if (!hasMagnitude(currency))
      faults.push({
        path,
        code: 'unknown_currency',
        message: `${given.slice(0, 20)} is no currency of an ad account: give a code like EUR.`,
      });
    else
      layers[currency] = layerOf(
        limits,
        { path, currency, units: finestUnits(ports, currency), allowed: moneyGuards },
        faults,
      );
  }
  return layers;
}

async function accountLayers(
  ports: AccountPorts,
  companyId: string,
  sent: GuardrailsBody,
  faults: Fault[],
): Promise<GuardrailsRecord['accounts']> {
  const layers: { [account: AccountKey]: Partial<AccountLimits> } = {};
  for (const [given, limits] of Object.entries(sent.accounts)) {
    const path = join('accounts', given);
    const account = await findAccount(ports, companyId, given, { path });
    if (account === undefined)
      faults.push({
        path,
        code: 'unknown_ad_account',
        message: 'There is no such ad account here.',
      });
    else if (layers[account.key] !== undefined) {
      const id = adAccountIdOf(account.key);
      faults.push({
        path,
        code: 'named_twice',
        message: `${id} is named twice. Name it once, as ${id}.`,
      });
    } else {
      const { currency } = account;
      const units = unitsOn(ports, account.platform, currency);
      const allowed = [...accountGuards, 'quietHours', 'workspaceId'];
      const { quietHours, workspaceId } = limits;
      if (
        typeof workspaceId === 'string' &&
        !(await hasWorkspace(ports.store, companyId, workspaceId))
      )
        faults.push(unknownWorkspace(workspaceId, join(path, 'workspaceId')));
      layers[account.key] = {
        ...layerOf(limits, { path, currency, units, allowed }, faults),
        ...present({ quietHours, workspaceId }),
      };
    }
  }
  return layers;
}

const HUNDREDTHS = 100;

const unitsOn = ({ platforms }: AccountPorts, platform: string, currency: string) =>
  platforms[platform]?.definition.currencies.minorUnits(currency.toUpperCase()) ?? HUNDREDTHS;

function finestUnits(ports: AccountPorts, currency: string): number {
  const units = Object.values(ports.platforms).flatMap(
    ({ definition }) => definition.currencies.minorUnits(currency) ?? [],
  );
  return units.length === 0 ? HUNDREDTHS : Math.max(...units);
}

interface Layer {
  readonly path: string;
  readonly currency: string;
  readonly units: number;
  readonly allowed: readonly string[];
}

function layerOf(
  given: { readonly [name: string]: unknown },
  { path, currency, units, allowed }: Layer,
  faults: Fault[],
): { readonly [G in NumericGuard]?: number } {
  // A limit with a misspelt name would protect nothing, so this is no mere warning.
  for (const name of strangersIn(given, allowed))
    faults.push({ ...unknownField(join(path, name), name, allowed), code: 'unknown_limit' });
  const layer: { [G in NumericGuard]?: number } = {};
  for (const name of numericGuards.filter((each) => allowed.includes(each))) {
    const value = given[name];
    if (typeof value !== 'number') continue;
    layer[name] = value;
    const exact = Math.round(value * units) / units;
    if (guardUnits[name] === 'money' && Math.abs(exact - value) > 1e-9 * value)
      faults.push({
        path: join(path, name),
        code: 'amount',
        message: `${value} is finer than the smallest unit of ${currency}.`,
      });
  }
  return layer;
}

const stale = (revision: number): SlipwayError =>
  new SlipwayError('conflict', 'The limits were changed meanwhile. Read them again.', {
    details: [
      { path: 'revision', code: 'stale_revision', message: `The revision is now ${revision}.` },
    ],
  });
