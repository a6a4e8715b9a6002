import type { Actor } from '../access/caller.ts';
import { dryRun } from '../launch/accept/dry-run.ts';
import type { PreparePorts } from '../launch/accept/prepare.ts';
import { creationDemand } from '../manage/create/create-object.ts';
import { adCopies } from '../manage/duplicate/duplicate-ad.ts';
import { adSetCopies } from '../manage/duplicate/duplicate-ad-set.ts';
import { campaignCopies } from '../manage/duplicate/duplicate-campaign.ts';
import { prepareDuplicate } from '../manage/duplicate/prepare.ts';
import { checkBudgetChange } from '../manage/edit/update-budget.ts';
import { checkStatusChange } from '../manage/edit/update-status.ts';
import type { GuardrailsCheckAnswer, GuardrailsCheckBody } from '../schema/guardrails.ts';
import * as duplicate from '../schema/manage-duplicate.ts';
import { updateBudgetRequest, updateStatusRequest } from '../schema/manage-edit.ts';
import { parseRequest } from '../schema/parse.ts';
import { guardedAccount, type Judgement, judgeDemand } from './gate.ts';
import { tightest } from './judge.ts';

/**
 * What the gate would say to an operation, without carrying it out. It reads what the operation itself would read, and
 * throws where that would be refused for another reason than money before anything is sent.
 */
export async function checkOperation(
  ports: PreparePorts,
  caller: Actor,
  { operation, request }: GuardrailsCheckBody,
): Promise<GuardrailsCheckAnswer> {
  if (operation === 'launch') {
    const { guards, moneyAtStake, warnings } = await dryRun(ports, caller.companyId, request);
    return { success: true, allowed: !guards.some(({ exceeded }) => exceeded), guards, moneyAtStake, warnings };
  }
  const judgement = await judgements[operation](ports, caller, request);
  const verdicts = judgement?.verdicts ?? [];
  return {
    success: true,
    allowed: !verdicts.some(({ exceeded }) => exceeded),
    guards: tightest(verdicts),
    moneyAtStake: judgement === undefined ? [] : [judgement.moneyAtStake],
  };
}

type Judging = (ports: PreparePorts, caller: Actor, body: object) => Promise<Judgement | undefined>;

const judgements: { readonly [O in Exclude<GuardrailsCheckBody['operation'], 'launch'>]: Judging } = {
  'create-campaign': (ports, caller, body) => judgeCreation(ports, caller, 'campaign', body),
  'create-adset': (ports, caller, body) => judgeCreation(ports, caller, 'adSet', body),
  'update-budget': (ports, caller, body) => checkBudgetChange(ports, caller, parseRequest(updateBudgetRequest, body)),
  'update-status': (ports, caller, body) => checkStatusChange(ports, caller, parseRequest(updateStatusRequest, body)),
  async 'duplicate-campaign'(ports, caller, body) {
    const request = parseRequest(duplicate.duplicateCampaignRequest, body);
    return (await prepareDuplicate(ports, caller, request, campaignCopies(request))).judge();
  },
  async 'duplicate-adset'(ports, caller, body) {
    const request = parseRequest(duplicate.duplicateAdSetRequest, body);
    return (await prepareDuplicate(ports, caller, request, adSetCopies(request))).judge();
  },
  async 'duplicate-ad'(ports, caller, body) {
    const request = parseRequest(duplicate.duplicateAdRequest, body);
    return (await prepareDuplicate(ports, caller, request, adCopies(request))).judge();
  },
};

async function judgeCreation(ports: PreparePorts, caller: Actor, level: 'campaign' | 'adSet', body: object): Promise<Judgement> {
  const { account, demand } = await creationDemand(ports, caller, level, body);
  return judgeDemand(ports, guardedAccount(account), demand);
}
