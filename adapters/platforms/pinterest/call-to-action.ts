import { wordsIn } from '../kit/json.ts';

/** `customizable_cta_type`. Which of them an ad takes depends on its campaign. */
const own: readonly string[] = wordsIn(`
  GET_OFFER LEARN_MORE ORDER_NOW SHOP_NOW SIGN_UP SUBSCRIBE BUY_NOW CONTACT_US GET_QUOTE VISIT_SITE APPLY_NOW BOOK_NOW
  REQUEST_DEMO REGISTER_NOW FIND_A_DEALER ADD_TO_CART WATCH_NOW READ_MORE BUY_TICKETS DONATE_NOW DOWNLOAD EXPLORE_MORE
`);

/** Other platforms' names of a button. */
const otherNames: { readonly [name: string]: string } = { WATCH_MORE: 'WATCH_NOW' };

/** Names that requests may use. */
export const callsToAction: readonly string[] = [...own, ...Object.keys(otherNames)];

export const ctaType = (name: string): string => otherNames[name] ?? name;
