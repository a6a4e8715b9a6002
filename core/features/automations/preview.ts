import * as v from 'valibot';
import { PlatformError, SlipwayError } from '../../base/errors.ts';
import { refuseOversized } from '../../base/schema/bounds.ts';
import { faultsOf } from '../../base/schema/faults.ts';
import { ruleWarnings } from './check.ts';
import { checkedRule } from './checked-rule.ts';
import { judgeNow } from './execute/judge-now.ts';
import { resultsOf } from './execute/results.ts';
import type { ExecutePorts } from './executions.ts';
import { ruleBody } from './schema/rule.ts';
import { ruleSentence } from './words/sentence.ts';

const MOST_TOLD = 50;

/** Nothing is written. */
export async function checkRule(ports: ExecutePorts, companyId: string, given: object) {
  refuseOversized(given);
  const {
    enabled: _e,
    mode: _m,
    id: _i,
    revision: _r,
    ...rest
  } = given as { readonly [name: string]: unknown };
  const parsed = v.safeParse(ruleBody, rest);
  if (!parsed.success)
    return {
      valid: false,
      faults: faultsOf(parsed.issues, '').map((fault) => ({ ...fault })),
      warnings: [],
    };
  const rule = parsed.output;
  const { accounts, faults } = await checkedRule(ports, companyId, rule);
  const sentence = ruleSentence(rule);
  if (faults.length > 0)
    return { valid: false, faults: faults.map((fault) => ({ ...fault })), warnings: [], sentence };
  const preview = await previewOf(ports, companyId, {
    ruleId: 'preview',
    rule,
    accounts: accounts.map(({ key }) => key),
    now: ports.clock.now(),
  });
  return { valid: true, faults: [], warnings: ruleWarnings(rule), sentence, preview };
}

async function previewOf(
  ports: ExecutePorts,
  companyId: string,
  wanted: Parameters<typeof judgeNow>[2],
) {
  const judged = await judgeNow(ports, companyId, wanted).catch((error: unknown) => {
    // A rule can be written before its figures are here.
    if (
      error instanceof PlatformError ||
      (error instanceof SlipwayError && error.code === 'unavailable')
    )
      return { reason: 'unavailable' as const, message: error.message };
    throw error;
  });
  if ('reason' in judged)
    return {
      considered: 0,
      matched: 0,
      wouldAct: 0,
      results: [],
      message: `It cannot be judged now: ${judged.message}`,
    };
  const { judgement, worlds } = judged;
  const results = resultsOf(judgement, worlds, 'preview');
  const acting = results.filter(({ verdict }) => verdict === 'wouldHaveActed');
  const others = results.filter(({ verdict }) => verdict !== 'wouldHaveActed');
  const { considered, matched } = judgement;
  return {
    considered,
    matched,
    wouldAct: acting.length,
    results: [...acting, ...others].slice(0, MOST_TOLD),
    message: `would act on ${acting.length} of ${considered}`,
  };
}
