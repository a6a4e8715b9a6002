import { userAccounts } from '../../base/accounts.ts';
import { formulaAccounts, setFormulaAccounts } from '../../base/formula-accounts.ts';
import { hasFigures, keyOf } from '../../base/platforms.ts';
import type { Reply } from '../../base/problem.ts';
import { openService } from '../../base/service.ts';
import { feature as declare } from '../../frame/feature.ts';
import { answerState } from '../../frame/show.ts';
import type { FrameState } from '../../frame/state.ts';
import { metricOf } from './metric.ts';

interface FormulasState {
  /** Keys of the accounts that formulas of this file may ask for. */
  readonly formulaAccounts: readonly string[];
}

export const feature = declare<FormulasState>({
  blank: () => ({ formulaAccounts: [] }),
  state: async () => ({ formulaAccounts: formulaAccounts() }),
});

/** Sets the ad accounts that formulas of this file may ask for. */
export function chooseFormulaAccounts(keys: readonly string[]): Reply<FrameState> {
  return answerState(async (app) => {
    const accounts = await userAccounts(app, openService(app));
    const offered = accounts.filter(({ platform }) => hasFigures(platform)).map(keyOf);
    setFormulaAccounts(offered.filter((key) => keys.includes(key)));
  });
}

/**
 * What ad accounts spent, both days included.
 *
 * @param {string|range} accounts An ad account, or a range of them.
 * @param {date|string} from The first day, a date or text like 2026-11-01.
 * @param {date|string} to The last day.
 * @param {any} refresh A cell that you change when you want fresh figures; may be left out.
 * @return {number} The spend in the account's currency; for a range, one figure for each account.
 * @customfunction
 */
export function SLIPWAY_SPEND(
  accounts: unknown,
  from: unknown,
  to: unknown,
  refresh?: unknown,
): unknown {
  void refresh;
  return metricOf('spend', accounts, from, to);
}

/**
 * A metric of ad accounts, both days included.
 *
 * @param {string} metric spend, impressions, clicks, ctr, cpm, cpc, results, costPerResult,
 * conversions, conversionValue, roas, videoViews, hookRate, reach or frequency.
 * @param {string|range} accounts An ad account, or a range of them.
 * @param {date|string} from The first day, a date or text like 2026-11-01.
 * @param {date|string} to The last day.
 * @param {any} refresh A cell that you change when you want fresh figures; may be left out.
 * @return {number} The figure; for a range, one for each account. Per cent are fractions: format
 * the cell as per cent.
 * @customfunction
 */
export function SLIPWAY_METRIC(
  metric: string,
  accounts: unknown,
  from: unknown,
  to: unknown,
  refresh?: unknown,
): unknown {
  void refresh;
  return metricOf(metric, accounts, from, to);
}
