import { within } from '../../kit/json.ts';
import { names } from '../../kit/names.ts';
import type { Entity, Table, World } from '../../types.ts';
import {
  accountOf,
  checkKnown,
  type Endpoints,
  flag,
  invalid,
  isObject,
  kinds,
  list,
  missing,
  newId,
  oneOf,
  type Params,
  required,
  wordList,
  writableAccount,
} from '../wire.ts';

/** Texts that TikTok chooses among, with their ids: each is an asset of the account. */
const buttons: Table<readonly string[]> = {
  'Learn more': ['201781', '201535'],
  'Shop now': ['202156', '202150'],
  'Sign up': ['201489', '201490'],
  'Download now': ['201902', '201404'],
  'Apply now': ['201963', '202029'],
};

export const portfolioEndpoints: Endpoints = {
  'GET creative/cta/recommend': {
    known: names(`
      new_version asset_type content_type objective_type promotion_type language app_id placements region_codes optimization_goal
      ad_texts landing_page_url
    `),
    run(turn) {
      accountOf(turn);
      const { params } = turn;
      const isNew = flag(params, 'new_version');
      for (const name of isNew
        ? ['objective_type', 'promotion_type']
        : ['asset_type', 'content_type'])
        required(params, name);
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
      oneOf(turn.params, 'creative_portfolio_type', ['CTA']);
      const content = list(turn.params, 'portfolio_content') ?? [];
      if (content.length === 0) throw missing('portfolio_content');
      for (const [at, each] of content.entries())
        checkButton(isObject(each) ? each : {}, `portfolio_content.${at}.`);
      return { creative_portfolio_id: addPortfolio(turn.world, account).id };
    },
  },
};

/** A text that was recommended. */
function checkButton(given: Params, where: string): void {
  checkKnown(given, ['asset_content', 'asset_ids'], where);
  const known = buttons[required(given, 'asset_content')] ?? [];
  const ids = wordList(given, 'asset_ids', 100);
  if (ids === undefined) throw missing(`${where}asset_ids`);
  if (!ids.every((id) => known.includes(id)))
    throw invalid(`${where}asset_ids: Not recommended for this text.`);
}

export const addPortfolio = (world: World, account: Entity, id = newId(world)): Entity =>
  world.add({
    id,
    kind: kinds.portfolio,
    ...within(account),
    data: { creative_portfolio_type: 'CTA' },
  });
