import { wordsIn } from '../kit/json.ts';

/** The platform demands a button; this one fits the objective of the campaign. */
export const defaultButton = (objective: string): string => fitting[objective] ?? 'LEARN_MORE';

const fitting: { readonly [objective: string]: string } = {
  APP_PROMOTION: 'DOWNLOAD_NOW',
  LEAD_GENERATION: 'SIGN_UP',
  PRODUCT_SALES: 'SHOP_NOW',
  VIDEO_VIEWS: 'WATCH_NOW',
};

/** Of ads with a destination. Which of them a campaign takes depends on its objective. */
export const callsToAction: readonly string[] = wordsIn(`
  LEARN_MORE SHOP_NOW SIGN_UP DOWNLOAD_NOW CONTACT_US APPLY_NOW BOOK_NOW WATCH_NOW VIEW_NOW GET_QUOTE ORDER_NOW INSTALL_NOW
  SUBSCRIBE READ_MORE PLAY_GAME LISTEN_NOW VISIT_STORE PREORDER_NOW GET_TICKETS_NOW GET_SHOWTIMES INTERESTED EXPERIENCE_NOW
  CALL_NOW SEND_MESSAGE
`);
