import { unless } from '../../kit/failures.ts';
import { rowsOf, said, text } from '../../kit/json.ts';
import type { Access, AdSetFacts, Calls, Clock, Params } from '../../types.ts';

/** How a Smart+ ad names its button. */
export interface Buttons {
  of(
    access: Access,
    adSet: Pick<AdSetFacts, 'objective' | 'destinationType' | 'optimizationGoal'>,
    button: string,
  ): Promise<Params>;
}

const keptMs = 600_000;
/** What leaves the button to the list of words; anything else passes, or fails the ad. */
const without = ['blocked', 'invalid', 'rule', 'missing'] as const;

/**
 * The platform wants the id of a portfolio of buttons for ads under TikTok accounts and for leads,
 * though a list of words has been taken too: the portfolio has the asked button alone. Where the
 * platform does not recommend that button, the words are sent.
 */
export function createButtons({ calls }: { readonly calls: Calls }, clock: Clock): Buttons {
  const kept = new Map<string, { readonly at: number; readonly found: Promise<Params> }>();
  return {
    of(access, adSet, button) {
      const { objective, destinationType, optimizationGoal } = adSet;
      const key = [
        access.companyId,
        access.adAccountId,
        objective,
        destinationType,
        optimizationGoal,
        button,
      ].join(' ');
      const known = kept.get(key);
      if (known !== undefined && clock.monotonic() - known.at < keptMs) return known.found;
      const found = find(access, adSet, button);
      kept.set(key, { at: clock.monotonic(), found });
      found.catch(() => kept.delete(key));
      return found;
    },
  };

  async function find(
    access: Access,
    adSet: Parameters<Buttons['of']>[1],
    button: string,
  ): Promise<Params> {
    const query = {
      new_version: true,
      objective_type: adSet.objective,
      promotion_type: adSet.destinationType,
      optimization_goal: adSet.optimizationGoal,
      placements: ['PLACEMENT_TIKTOK'],
    };
    const listed = await unless(without, () =>
      calls.read(access, 'creative/cta/recommend/', query),
    );
    const asset = rowsOf(listed?.recommend_assets).find(
      ({ asset_content }) => wordOf(said(asset_content)) === button,
    );
    if (asset === undefined) return { call_to_action_list: [{ call_to_action: button }] };
    const content = { asset_content: asset.asset_content, asset_ids: asset.asset_ids };
    const body = { creative_portfolio_type: 'CTA', portfolio_content: [content] };
    // A second portfolio that nothing uses does no harm.
    const made = await unless(without, () =>
      calls.write(access, 'creative/portfolio/create/', body, { harmlessTwice: true }),
    );
    const id = text(made?.creative_portfolio_id);
    return id === undefined
      ? { call_to_action_list: [{ call_to_action: button }] }
      : { ad_configuration: { call_to_action_id: id } };
  }
}

/** `Learn more` is LEARN_MORE. */
const wordOf = (words: string) =>
  words
    .trim()
    .toUpperCase()
    .replaceAll(/[\s-]+/g, '_');
