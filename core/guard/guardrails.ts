import { auditWrite } from '../access/audit.ts';
import type { Actor } from '../access/caller.ts';
import { type AccountKey, accountKey, adAccountIdOf } from '../accounts/account-key.ts';
import { listAdAccounts } from '../accounts/discover.ts';
import { type AccountPorts, findAccount } from '../accounts/find-account.ts';
import { type Fault, SlipwayError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Json } from '../ports/store.ts';
import { join } from '../schema/faults.ts';
import type { GuardrailsAnswer, GuardrailsBody } from '../schema/guardrails.ts';
import { unknownFieldWarnings, warnOfUnknown } from '../schema/unknown-fields.ts';
import { guardNames, hasMagnitude, type Limits } from './limits.ts';
import { GUARDRAILS, type GuardrailsRecord, guardrailsKind, limitsOf, readGuardrails, untouched } from './records.ts';

interface Ports extends AccountPorts {
  readonly clock: Clock;
  readonly secrets: Secrets;
}

/** The limits a company has set, and those in force for each of its ad accounts. */
export async function showGuardrails(ports: AccountPorts, companyId: string): Promise<GuardrailsAnswer> {
  const record = (await readGuardrails(ports, companyId))?.doc ?? untouched;
  const accounts = await listAdAccounts(ports, companyId, {});
  const { revision, ...own } = record;
  return {
    success: true,
    revision,
    own: { ...own, currencies: { ...own.currencies }, accounts: shownAccounts(own.accounts) },
    accounts: accounts.map(({ id: adAccountId, name, platform, currency, timezone }) => {
      const key = accountKey(platform, adAccountId);
      return {
        ...{ adAccountId, name, platform, currency, timezone },
        limits: limitsOf(record, { key, currency }),
        source: sourceOf(record, key, currency),
      };
    }),
  };
}

/** By the ids people know; by the whole key where two platforms share one. */
function shownAccounts(accounts: GuardrailsRecord['accounts']): { [id: string]: Partial<Limits> } {
  // Written under keys.
  const keys = Object.keys(accounts) as AccountKey[];
  const ids = keys.map(adAccountIdOf);
  const shown = (key: AccountKey, id: string): string => (ids.indexOf(id) === ids.lastIndexOf(id) ? id : key);
  return Object.fromEntries(keys.map((key, i) => [shown(key, ids[i] ?? key), accounts[key] ?? {}]));
}

function sourceOf({ riseFactor, currencies, accounts }: GuardrailsRecord, key: AccountKey, currency: string) {
  if (accounts[key] !== undefined) return 'account' as const;
  return riseFactor !== undefined || currencies[currency.toUpperCase()] !== undefined
    ? ('company' as const)
    : ('default' as const);
}

/**
 * Replaces what a company has set. Throws `unprocessable_entity` with every fault, and `conflict` when somebody has
 * changed the limits since the revision that was named.
 */
export async function changeGuardrails(ports: Ports, caller: Actor, sent: GuardrailsBody): Promise<GuardrailsAnswer> {
  const { store } = ports;
  const { companyId } = caller;
  const faults: Fault[] = [];
  const next = {
    ...(sent.riseFactor !== undefined && sent.riseFactor !== null && { riseFactor: sent.riseFactor }),
    currencies: withoutEmpty(currencyLayers(ports, sent, faults)),
    accounts: withoutEmpty(await accountLayers(ports, companyId, sent, faults)),
  };
  if (faults.length > 0) throw new SlipwayError('unprocessable_entity', 'No limit was changed.', { details: faults });
  for (;;) {
    const current = await readGuardrails(ports, companyId);
    const { revision, ...before } = current?.doc ?? untouched;
    if (sent.revision !== undefined && sent.revision !== revision) throw stale(revision);
    const doc: GuardrailsRecord = { ...next, revision: revision + 1 };
    const told = (limits: Omit<GuardrailsRecord, 'revision'>): Json =>
      ({ ...limits, accounts: shownAccounts(limits.accounts) }) as unknown as Json;
    const details = { before: told(before), after: told(next) };
    const conflict = await store.commit([
      { kind: guardrailsKind, companyId, id: GUARDRAILS, expect: current?.version ?? 'absent', doc },
      auditWrite(ports, caller, 'guardrails.change', companyId, details),
    ]);
    if (conflict === undefined) return showGuardrails(ports, companyId);
  }
}

/** A layer in which everything was left out sets nothing. */
const withoutEmpty = <L extends object>(layers: { readonly [name: string]: L }): { readonly [name: string]: L } =>
  Object.fromEntries(Object.entries(layers).filter(([, layer]) => Object.keys(layer).length > 0));

function currencyLayers(ports: AccountPorts, sent: GuardrailsBody, faults: Fault[]): GuardrailsRecord['currencies'] {
  const layers: { [currency: string]: Partial<Limits> } = {};
  for (const [given, limits] of Object.entries(sent.currencies)) {
    const currency = given.trim().toUpperCase();
    const path = join('currencies', given);
    if (!hasMagnitude(currency))
      faults.push({
        path,
        code: 'unknown_currency',
        message: `${given.slice(0, 20)} is no currency of an ad account: give a code like EUR.`,
      });
    else layers[currency] = layerOf(limits, path, { currency, units: finestUnits(ports, currency) }, ['riseFactor'], faults);
  }
  return layers;
}

async function accountLayers(
  ports: AccountPorts,
  companyId: string,
  sent: GuardrailsBody,
  faults: Fault[],
): Promise<GuardrailsRecord['accounts']> {
  const layers: { [account: AccountKey]: Partial<Limits> } = {};
  for (const [given, limits] of Object.entries(sent.accounts)) {
    const path = join('accounts', given);
    const account = await findAccount(ports, companyId, given, { path });
    if (account === undefined)
      faults.push({
        path,
        code: 'unknown_ad_account',
        message: 'There is no such ad account here. GET /v1/adaccounts lists yours.',
      });
    else if (layers[account.key] !== undefined) {
      const id = adAccountIdOf(account.key);
      faults.push({ path, code: 'named_twice', message: `${id} is named twice. Name it once, as ${id}.` });
    } else {
      const { currency } = account;
      layers[account.key] = layerOf(limits, path, { currency, units: unitsOn(ports, account.platform, currency) }, [], faults);
    }
  }
  return layers;
}

const HUNDREDTHS = 100;

const unitsOn = ({ platforms }: AccountPorts, platform: string, currency: string): number =>
  platforms[platform]?.definition.currencies.minorUnits(currency.toUpperCase()) ?? HUNDREDTHS;

/** The smallest unit any platform here bills the currency in. */
function finestUnits(ports: AccountPorts, currency: string): number {
  const units = Object.values(ports.platforms).flatMap(({ definition }) => definition.currencies.minorUnits(currency) ?? []);
  return units.length === 0 ? HUNDREDTHS : Math.max(...units);
}

function layerOf(
  given: { readonly [name: string]: unknown },
  path: string,
  { currency, units }: { readonly currency: string; readonly units: number },
  without: readonly string[],
  faults: Fault[],
): Partial<Limits> {
  const names = guardNames.filter((name) => !without.includes(name));
  // A limit with a slip in its name would protect nobody, so it is no mere warning here.
  const strangers = unknownFieldWarnings();
  warnOfUnknown(strangers, given, names, path);
  for (const { path: at, message } of strangers.list()) faults.push({ path: at, code: 'unknown_limit', message });
  const layer: { [name: string]: number } = {};
  for (const name of names) {
    const value = given[name];
    if (typeof value !== 'number') continue;
    layer[name] = value;
    const exact = Math.round(value * units) / units;
    if (name !== 'riseFactor' && Math.abs(exact - value) > 1e-9 * value)
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
    details: [{ path: 'revision', code: 'stale_revision', message: `The revision is now ${revision}.` }],
  });
