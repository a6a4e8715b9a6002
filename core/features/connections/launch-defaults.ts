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
  ) as {
    [F in keyof LaunchDefaults]-?: v.NullishSchema<
      (typeof launchDefaults.entries)[F]['wrapped'],
      undefined
    >;
  },
);

export async function showLaunchDefaults(
  ports: AccountPorts,
  companyId: string,
  named?: NamedAccount,
): Promise<LaunchDefaults> {
  return readLaunchDefaults(ports, companyId, await registered(ports, companyId, named));
}

/**
 * Replaces one layer, and answers what is in force then. Throws `unprocessable_entity`,
 * `not_found`.
 */
export async function changeLaunchDefaults(
  ports: AccountPorts & Pick<ServicePorts, 'clock' | 'secrets'>,
  caller: Actor,
  sent: v.InferOutput<typeof launchDefaultsBody>,
  named?: NamedAccount,
): Promise<{ readonly data: LaunchDefaults; readonly warnings?: readonly Fault[] }> {
  const { companyId } = caller;
  const given = Object.entries(sent).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  const layer: LaunchDefaults = Object.fromEntries(given);
  const faults = defaultsFaults(layer);
  if (faults.length > 0)
    throw new SlipwayError(
      'unprocessable_entity',
      'No launch could use these defaults. Nothing was changed.',
      {
        details: faults,
      },
    );
  const account = await registered(ports, companyId, named);
  const fields = given.map(([name]) => name);
  let warnings: readonly Fault[] = [];
  await changeDocument(ports.store, launchDefaultsKind, {
    companyId,
    id: layerId(account),
    change: (current) => {
      warnings = identityWarnings(current?.doc ?? {}, sent);
      const subject = account === undefined ? COMPANY_LAYER : adAccountIdOf(account);
      const changes = { fields, ...changesOf(current?.doc ?? {}, layer) };
      return {
        doc: layer,
        also: [
          auditWrite(ports, caller, {
            action: 'launch-defaults.change',
            subject,
            details: changes,
          }),
        ],
      };
    },
  });
  const data = await readLaunchDefaults(ports, companyId, account);
  return warnings.length === 0 ? { data } : { data, warnings };
}

/** Of an identity that the layer had and the request does not mention. */
const identityWarnings = (current: LaunchDefaults, sent: object): Fault[] =>
  (['page', 'secondary'] as const).flatMap((path) =>
    current[path] === undefined || path in sent
      ? []
      : [
          {
            path,
            code: 'default_removed',
            message: `These defaults had the ${path} ${current[path]}. The request replaced them and left it out: send ${path} again to keep it, or null to leave it out on purpose.`,
          },
        ],
  );

const changesOf = (before: LaunchDefaults, after: LaunchDefaults) => {
  const names = [
    ...new Set([...Object.keys(before), ...Object.keys(after)]),
  ] as (keyof LaunchDefaults & string)[];
  return beforeAndAfter(before, after, names);
};

function defaultsFaults(layer: LaunchDefaults): Fault[] {
  const { namingConvention } = layer;
  return [
    ...(namingConvention === undefined ? [] : nameFaults(namingConvention, 'namingConvention')),
    ...keptLinkFaults(layer),
  ];
}

async function registered(
  ports: AccountPorts,
  companyId: string,
  named: NamedAccount | undefined,
): Promise<AccountKey | undefined> {
  return named && (await findNamed(ports, companyId, named.id, named)).key;
}
