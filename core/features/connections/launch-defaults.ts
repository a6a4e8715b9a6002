import * as v from 'valibot';
import { auditWrite } from '../../access/audit.ts';
import { beforeAndAfter } from '../../access/before-and-after.ts';
import type { Actor } from '../../access/caller.ts';
import { type AccountPorts, findNamed } from '../../accounts/find-account.ts';
import type { NamedAccount } from '../../accounts/schema.ts';
import { type AccountKey, adAccountIdOf } from '../../base/account-key.ts';
import { type Fault, SlipwayError } from '../../base/errors.ts';
import { nameFaults } from '../../base/name-tokens.ts';
import { keptLinkFaults } from '../../launch/accept/check-links.ts';
import {
  COMPANY_LAYER,
  type LaunchDefaults,
  launchDefaults,
  launchDefaultsKind,
  layerId,
  readLaunchDefaults,
} from '../../launch/accept/defaults.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import { changeDocument } from '../../records/change.ts';

/** As callers send it: null, or nothing but blanks, is not set. */
export const launchDefaultsBody = v.object(
  Object.fromEntries(
    Object.entries(launchDefaults.entries).map(([name, entry]) => [name, v.nullish(entry.wrapped)]),
    // The entries keep their names; only their wrapping changes, which fromEntries cannot tell.
  ) as { [F in keyof LaunchDefaults]-?: v.NullishSchema<(typeof launchDefaults.entries)[F]['wrapped'], undefined> },
);

export async function showLaunchDefaults(ports: AccountPorts, companyId: string, named?: NamedAccount): Promise<LaunchDefaults> {
  return readLaunchDefaults(ports, companyId, await registered(ports, companyId, named));
}

/** Replaces one layer but for an identity that is not sent, and answers what is in force then. Throws `unprocessable_entity`, `not_found`. */
export async function changeLaunchDefaults(
  ports: AccountPorts & Pick<ServicePorts, 'clock' | 'secrets'>,
  caller: Actor,
  sent: v.InferOutput<typeof launchDefaultsBody>,
  named?: NamedAccount,
): Promise<LaunchDefaults> {
  const { companyId } = caller;
  const given = Object.entries(sent).filter(([, value]) => value !== null && value !== undefined && value !== '');
  const layer: LaunchDefaults = Object.fromEntries(given);
  const faults = defaultsFaults(layer);
  if (faults.length > 0)
    throw new SlipwayError('unprocessable_entity', 'No launch could use these defaults. Nothing was changed.', {
      details: faults,
    });
  const account = await registered(ports, companyId, named);
  const fields = given.map(([name]) => name);
  await changeDocument(ports.store, launchDefaultsKind, companyId, layerId(account), (current) => {
    const doc = { ...identityKept(current?.doc ?? {}, sent), ...layer };
    const subject = account === undefined ? COMPANY_LAYER : adAccountIdOf(account);
    const changes = { fields, ...changesOf(current?.doc ?? {}, doc) };
    return { doc, also: [auditWrite(ports, caller, 'launch-defaults.change', subject, changes)] };
  });
  return readLaunchDefaults(ports, companyId, account);
}

/** Whom ads are shown as stays unless the request says otherwise: null removes it. */
const identityKept = (current: LaunchDefaults, sent: object): LaunchDefaults =>
  Object.fromEntries(
    (['page', 'primaryName', 'secondary', 'secondaryName'] as const).flatMap((name) =>
      name in sent || current[name] === undefined ? [] : [[name, current[name]]],
    ),
  );

const changesOf = (before: LaunchDefaults, after: LaunchDefaults) => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof LaunchDefaults & string)[];
  return beforeAndAfter(before, after, names);
};

function defaultsFaults(layer: LaunchDefaults): Fault[] {
  const { namingConvention } = layer;
  return [...(namingConvention === undefined ? [] : nameFaults(namingConvention, 'namingConvention')), ...keptLinkFaults(layer)];
}

async function registered(
  ports: AccountPorts,
  companyId: string,
  named: NamedAccount | undefined,
): Promise<AccountKey | undefined> {
  return named && (await findNamed(ports, companyId, named.id, named)).key;
}
