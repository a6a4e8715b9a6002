import type { Caller } from '../access/caller.ts';
import { SlipwayError } from '../errors.ts';
import { checkOperation } from '../guard/check-operation.ts';
import { dryRun } from '../launch/accept/dry-run.ts';
import { parsedParts, partsOf, refuseWithoutScope } from '../operations/carry-out.ts';
import type { Operation } from '../operations/operation.ts';
import type { ServicePorts } from '../operations/ports.ts';
import type { guardedOperations } from '../schema/guardrails.ts';
import type { Preview, Step } from './records.ts';

/** A step with what is known about it before it is carried out. */
export interface PreviewedStep extends Preview {
  readonly step: Step;
}

/** Operations that the limits of the company judge, as `checkOperation` names them. */
const judged: { readonly [name: string]: Exclude<(typeof guardedOperations)[number], 'launch'> } = {
  'manage.createCampaign': 'create-campaign',
  'manage.createAdSet': 'create-adset',
  'manage.updateBudget': 'update-budget',
  'manage.updateStatus': 'update-status',
  'manage.duplicateCampaign': 'duplicate-campaign',
  'manage.duplicateAdSet': 'duplicate-adset',
  'manage.duplicateAd': 'duplicate-ad',
};

/**
 * Checks a step as the operation itself would, up to the point where something would be sent, and tells what it puts at
 * stake. Throws what the operation would throw, `guard_exceeded` included: what cannot be applied is not planned.
 */
export async function previewStep(
  ports: ServicePorts,
  caller: Caller,
  operation: Operation,
  step: Step,
  path: string,
): Promise<PreviewedStep> {
  if (operation.approval === 'impossible') throw notPlanned(operation, path);
  refuseWithoutScope(caller, operation.scope);
  parsedParts(operation, partsOf(operation, step.input));
  if (operation.name === 'launch') return previewLaunch(ports, caller, step);
  const guard = judged[operation.name];
  const isQuiet = QUIET.includes(operation.name) || operation.approval === 'never';
  const nothing = { guards: [], moneyAtStake: [], startsDelivering: !isQuiet };
  const { guards, moneyAtStake, startsDelivering } =
    guard === undefined ? nothing : await judge(ports, caller, guard, step.input);
  return {
    step,
    summary: [`${operation.summary}: ${inShort(step.input)}`, ...(guard === undefined && !isQuiet ? [UNKNOWN] : [])],
    adAccountIds: accountsIn(step.input, moneyAtStake),
    ...{ guards, moneyAtStake, startsDelivering },
  };
}

async function previewLaunch(ports: ServicePorts, caller: Caller, step: Step): Promise<PreviewedStep> {
  const { digest, totalAds, launchStatus, guards, moneyAtStake, cost } = await dryRun(ports, caller.companyId, step.input);
  refuseExceeded(guards);
  const state = { PAUSED: 'paused', ACTIVE: 'delivering at once', MIXED: 'some of them delivering at once' }[launchStatus];
  return {
    // Applying it launches exactly this, or nothing.
    step: { ...step, input: { ...step.input, planDigest: digest } },
    summary: [`Launch ${totalAds} ${totalAds === 1 ? 'ad' : 'ads'}, ${state}`],
    adAccountIds: cost.byAccount.map(({ adAccountId }) => adAccountId),
    startsDelivering: launchStatus !== 'PAUSED',
    ...{ guards, moneyAtStake },
  };
}

async function judge(ports: ServicePorts, caller: Caller, operation: (typeof judged)[string], request: object) {
  const { guards, moneyAtStake } = await checkOperation(ports, caller, {
    operation,
    request: request as { [name: string]: unknown },
  });
  refuseExceeded(guards);
  return { guards, moneyAtStake, startsDelivering: moneyAtStake.some(({ delivering }) => delivering > 0) };
}

function refuseExceeded(guards: Preview['guards']): void {
  const exceeded = guards.filter((guard) => guard.exceeded);
  if (exceeded.length === 0) return;
  throw new SlipwayError('unprocessable_entity', 'This exceeds a limit of the company.', {
    details: exceeded.map(({ path, message, guard, adAccountId, currency, limit, asked }) => ({
      ...{ path, code: 'guard_exceeded', message, hint: 'ask-admin' as const },
      guard: { name: guard, adAccountId, currency, limit, asked },
    })),
  });
}

/** Operations that start and raise no spending. All others may: what is not known to be quiet is told as if it delivered. */
const QUIET: readonly string[] = [
  ...['batches.cancel', 'batches.undo', 'manage.delete', 'manage.rename', 'manage.updateZips'],
  ...['drafts.delete', 'media.delete', 'adCopyTemplates.delete', 'connections.delete', 'webhooks.delete'],
  ...['launchDefaults.replace', 'guardrails.replace', 'workspaces.create', 'sandbox.addFault', 'sandbox.clearFaults'],
];

const UNKNOWN = 'What this would spend is not known before it is carried out; the limits of the company hold then.';

function notPlanned({ name }: Operation, path: string): SlipwayError {
  const message = `${name} deals with keys, credentials or approvals: a person does it in the dashboard or with a key of their own.`;
  return new SlipwayError('unprocessable_entity', message, { details: [{ path, code: 'not_plannable', message }] });
}

const ACCOUNT_FIELDS = ['accountId', 'businessId', 'adAccountId'];

const accountsIn = (input: Step['input'], money: Preview['moneyAtStake']): readonly string[] => [
  ...new Set([
    ...ACCOUNT_FIELDS.flatMap((field) => (typeof input[field] === 'string' ? [input[field]] : [])),
    ...money.map(({ adAccountId }) => adAccountId),
  ]),
];

const LONGEST = 300;

/** The members of an input in one line. */
function inShort(input: Step['input']): string {
  const text = Object.entries(input)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}
