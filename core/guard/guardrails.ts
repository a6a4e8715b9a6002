import { auditWrite } from '../access/audit.ts';
import type { Actor } from '../access/caller.ts';
import { findAccount } from '../accounts/access.ts';
import { listAdAccounts } from '../accounts/discover.ts';
import { type Fault, SlipwayError } from '../errors.ts';
import { countedMinor, fromCounted, currencies as knownCurrencies } from '../money.ts';
import type { PlatformId } from '../platforms.ts';
import type { Clock } from '../ports/clock.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Json, Store } from '../ports/store.ts';
import { join } from '../schema/faults.ts';
import type { GuardrailsAnswer, GuardrailsBody } from '../schema/guardrails.ts';
import { unknownFieldWarnings, warnOfUnknown } from '../schema/unknown-fields.ts';
import { guardNames, type Limits } from './limits.ts';
import { GUARDRAILS, type GuardrailsRecord, guardrailsKind, limitsOf, readGuardrails, untouched } from './records.ts';

interface Ports {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

/** The limits a company has set, and those in force for each of its ad accounts. */
export async function showGuardrails(ports: { readonly store: Store }, companyId: string): Promise<GuardrailsAnswer> {
  const record = (await readGuardrails(ports, companyId))?.doc ?? untouched;
  const accounts = await listAdAccounts(ports, companyId, {});
  const { revision, ...own } = record;
  return {
    success: true,
    revision,
    own: { ...own, currencies: { ...own.currencies }, accounts: { ...own.accounts } },
    accounts: accounts.map(({ id: adAccountId, name, platform, currency, timezone }) => ({
      ...{ adAccountId, name, platform, currency, timezone },
      limits: limitsOf(record, { adAccountId, currency }),
      source: sourceOf(record, adAccountId, currency),
    })),
  };
}

function sourceOf({ riseFactor, currencies, accounts }: GuardrailsRecord, adAccountId: string, currency: string) {
  if (accounts[adAccountId] !== undefined) return 'account' as const;
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
    currencies: withoutEmpty(currencyLayers(sent, faults)),
    accounts: withoutEmpty(await accountLayers(store, companyId, sent, faults)),
  };
  if (faults.length > 0) throw new SlipwayError('unprocessable_entity', 'No limit was changed.', { details: faults });
  for (;;) {
    const current = await readGuardrails(ports, companyId);
    const { revision, ...before } = current?.doc ?? untouched;
    if (sent.revision !== undefined && sent.revision !== revision) throw stale(revision);
    const doc: GuardrailsRecord = { ...next, revision: revision + 1 };
    const details = { before: before as unknown as Json, after: next as unknown as Json };
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

function currencyLayers(sent: GuardrailsBody, faults: Fault[]): GuardrailsRecord['currencies'] {
  const layers: { [currency: string]: Partial<Limits> } = {};
  for (const [given, limits] of Object.entries(sent.currencies)) {
    const currency = given.trim().toUpperCase();
    const path = join('currencies', given);
    if (!knownCurrencies.includes(currency))
      faults.push({
        path,
        code: 'unknown_currency',
        message: `${given.slice(0, 20)} is no currency of an ad account: give a code like EUR.`,
      });
    else layers[currency] = layerOf(limits, path, { platform: 'primary', currency }, ['riseFactor'], faults);
  }
  return layers;
}

async function accountLayers(
  store: Store,
  companyId: string,
  sent: GuardrailsBody,
  faults: Fault[],
): Promise<GuardrailsRecord['accounts']> {
  const layers: { [adAccountId: string]: Partial<Limits> } = {};
  for (const [given, limits] of Object.entries(sent.accounts)) {
    const path = join('accounts', given);
    const account = await findAccount(store, companyId, given);
    if (account === undefined)
      faults.push({
        path,
        code: 'unknown_ad_account',
        message: 'There is no such ad account here. GET /v1/adaccounts lists yours.',
      });
    else if (layers[account.id] !== undefined)
      faults.push({ path, code: 'named_twice', message: `${account.id} is named twice. Name it once, as ${account.id}.` });
    else layers[account.id] = layerOf(limits, path, account.doc, [], faults);
  }
  return layers;
}

function layerOf(
  given: { readonly [name: string]: unknown },
  path: string,
  { platform, currency }: { readonly platform: PlatformId; readonly currency: string },
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
    const exact = fromCounted(platform, currency, countedMinor(platform, currency, value));
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
