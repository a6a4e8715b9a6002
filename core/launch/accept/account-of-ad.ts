import { unknownWorkspace } from '../../access/has-workspace.ts';
import { keysFor, notOpen, otherPlatform } from '../../accounts/find-account.ts';
import { outsideWorkspace } from '../../accounts/in-workspace.ts';
import { type AccountKey, accountOfKey } from '../../base/account-key.ts';
import type { Fault } from '../../base/errors.ts';
import { isPublicPlatform, type PlatformId } from '../../base/platforms.ts';
import type { ReportFault } from '../../base/schema/faults.ts';
import { platformNamed } from '../../ports/platform-definition.ts';
import type { AdInput } from '../request-schema.ts';
import { accountIdOf, nonBlank } from './body.ts';
import type { KnownAccount, LaunchFacts } from './facts.ts';

/**
 * The account an ad names, by its id and where needed by its platform. An unregistered one keeps
 * the form it has.
 */
export function accountOfAd(
  input: AdInput,
  facts: LaunchFacts,
  report: ReportFault,
): ReturnType<typeof accountOfKey> {
  const text = accountIdOf(input) ?? '';
  const stated = nonBlank(input.adAccountType);
  const definitions = stated === undefined ? [] : Object.values(facts.definitions);
  const platform = stated === undefined ? undefined : platformNamed(definitions, stated)?.id;
  if (stated !== undefined && platform === undefined)
    reportPlatform(
      stated,
      definitions.map(({ id }) => id),
      report,
    );
  const registered = text === '' ? [] : facts.accounts(text);
  const meant =
    platform === undefined ? registered : registered.filter((each) => each.platform === platform);
  const [other] = registered;
  if (other !== undefined && meant.length === 0)
    report(
      'adAccountId',
      'account_platform_mismatch',
      otherPlatform(text, other.platform, platform ?? ''),
    );
  if (meant.length > 1)
    report(
      'adAccountId',
      'ambiguous_account',
      ambiguity(
        text,
        meant.map(({ key }) => key),
      ),
    );
  const workspace = nonBlank(input.workspaceId);
  if (workspace !== undefined && facts.hasWorkspace !== undefined) {
    const fault = workspaceFault(workspace, facts.hasWorkspace(workspace), meant[0]);
    if (fault !== undefined) report('workspaceId', fault.code, fault.message);
  }
  const key = meant[0]?.key ?? other?.key;
  return key === undefined ? unregistered(text, platform, facts) : accountOfKey(key);
}

function unregistered(
  text: string,
  platform: PlatformId | undefined,
  facts: LaunchFacts,
): ReturnType<typeof accountOfKey> {
  const definitions = Object.values(facts.definitions);
  const possible = keysFor(definitions, text, platform);
  const key = possible.find((each) => (facts.below?.(each) ?? []).length > 0) ?? possible[0];
  return key === undefined
    ? { platform: platform ?? definitions[0]?.id ?? '', adAccountId: text }
    : accountOfKey(key);
}

function reportPlatform(stated: string, offered: readonly PlatformId[], report: ReportFault): void {
  if (isPublicPlatform(stated))
    report('adAccountType', 'unsupported_on_platform', notOpen(stated, offered));
  else
    report(
      'adAccountType',
      'unknown_platform',
      `${stated} is not a platform here. Leave adAccountType out or name one of ${offered.join(', ')}.`,
    );
}

function workspaceFault(
  id: string,
  isKnown: boolean,
  account: KnownAccount | undefined,
): Fault | undefined {
  if (!isKnown) return unknownWorkspace(id, 'workspaceId');
  return account === undefined || account.workspaceId === id
    ? undefined
    : outsideWorkspace(id, 'workspaceId');
}

const ambiguity = (text: string, keys: readonly AccountKey[]) =>
  `${text} is the id of ${keys.length} of your ad accounts: ${keys.join(' and ')}. Send adAccountType, or the id with its platform as ${keys[0]}.`;
