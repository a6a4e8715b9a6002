import { within } from '../../kit/json.ts';
import { names } from '../../kit/names.ts';
import type { Entity, World } from '../../types.ts';
import {
  accountOf,
  type Endpoints,
  flag,
  invalid,
  isObject,
  kinds,
  list,
  missing,
  newId,
  oneOf,
  required,
  wordList,
  writableAccount,
} from '../wire.ts';

/** Buttons that TikTok chooses among, and the ids of their texts. */
const buttons = {
  LEARN_MORE: ['201781', '201535'],
  SHOP_NOW: ['202156', '202150'],
  SIGN_UP: ['201489', '201490'],
  DOWNLOAD_NOW: ['201774', '201829'],
  APPLY_NOW: ['201963', '202029'],
} as const;

export const portfolioEndpoints: Endpoints = {
  'GET creative/cta/recommend': {
    known: names(`
      asset_type content_type objective_type promotion_type promotion_target_type optimization_goal placements identity_type app_id
      new_version language adgroup_id region_codes
    `),
    run(turn) {
      accountOf(turn);
      const { params } = turn;
      // The older way asks for the kind of content.
      if (flag(params, 'new_version')) required(params, 'objective_type');
      else if (params.content_type === undefined && params.objective_type === undefined) throw missing('content_type');
      oneOf(params, 'asset_type', ['CTA_AUTO_OPTIMIZED']);
      wordList(params, 'placements', 3);
      return {
        recommend_assets: Object.entries(buttons).map(([asset_content, asset_ids]) => ({
          asset_content,
          asset_ids: [...asset_ids],
        })),
      };
    },
  },
  'POST creative/portfolio/create': {
    known: ['creative_portfolio_type', 'portfolio_content'],
    run(turn) {
      const account = writableAccount(turn);
      const type =
        oneOf(turn.params, 'creative_portfolio_type', ['CTA', 'CARD', 'COUNTDOWN_STICKER', 'GIFTCODE_STICKER']) ?? 'CTA';
      const content = list(turn.params, 'portfolio_content') ?? [];
      if (content.length === 0) throw missing('portfolio_content');
      if (type === 'CTA')
        for (const [at, each] of content.entries()) checkButton(isObject(each) ? each : {}, `portfolio_content.${at}.`);
      return { creative_portfolio_id: addPortfolio(turn.world, account, type).id };
    },
  },
};

/** Texts of recommended buttons. */
function checkButton(given: { readonly [name: string]: unknown }, where: string): void {
  const name = required(given, 'asset_content');
  const known: readonly string[] = Object.hasOwn(buttons, name) ? buttons[name as keyof typeof buttons] : [];
  const ids = wordList(given, 'asset_ids', 100);
  if (ids === undefined) throw missing(`${where}asset_ids`);
  if (!ids.every((id) => known.includes(id))) throw invalid(`${where}asset_ids: Not recommended for ${name}.`);
}

export const addPortfolio = (world: World, account: Entity, type = 'CTA', id = newId(world)): Entity =>
  world.add({ id, kind: kinds.portfolio, ...within(account), data: { creative_portfolio_type: type } });
