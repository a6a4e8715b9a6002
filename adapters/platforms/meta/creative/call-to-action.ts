import { wordsIn } from '../../kit/json.ts';
import type { LaunchAd } from '../../types.ts';

export const callsToAction: readonly string[] = wordsIn(`
  ADD_TO_CART APPLY_NOW ASK_ABOUT_SERVICES ASK_FOR_MORE_INFO AUDIO_CALL BOOK_A_CONSULTATION BOOK_NOW BOOK_TRAVEL BROWSE_SHOP
  BUY BUY_NOW BUY_TICKETS BUY_VIA_MESSAGE CALL CALL_ME CALL_NOW CHAT_WITH_US CONFIRM CONTACT CONTACT_US DONATE DONATE_NOW
  DOWNLOAD EVENT_RSVP FIND_A_GROUP FIND_OUT_MORE FIND_YOUR_GROUPS FOLLOW_NEWS_STORYLINE FOLLOW_PAGE FOLLOW_USER GET_A_QUOTE
  GET_DETAILS GET_DIRECTIONS GET_IN_TOUCH GET_OFFER GET_OFFER_VIEW GET_PROMOTIONS GET_QUOTE GET_SHOWTIMES GET_STARTED
  INQUIRE_NOW INSTALL_APP INSTALL_MOBILE_APP JOIN_CHANNEL LEARN_MORE LIKE_PAGE LISTEN_MUSIC LISTEN_NOW MAKE_AN_APPOINTMENT
  MESSAGE_PAGE MOBILE_DOWNLOAD NO_BUTTON OPEN_LINK ORDER_NOW PAY_TO_ACCESS PLAY_GAME PURCHASE_GIFT_CARDS RAISE_MONEY
  RECORD_NOW REFER_FRIENDS REQUEST_TIME SAY_THANKS SEE_MORE SEE_SHOP SELL_NOW SEND_A_GIFT SEND_GIFT_MONEY SEND_UPDATES SHARE
  SHOP_NOW SHOP_WITH_AI SIGN_UP START_ORDER SUBSCRIBE SWIPE_UP_PRODUCT SWIPE_UP_SHOP TRY_DEMO TRY_ON_WITH_AI UPDATE_APP
  USE_APP USE_MOBILE_APP VIDEO_CALL VIEW_CART VIEW_CHANNEL VIEW_IN_CART VIEW_PRODUCT VISIT_PAGES_FEED VISIT_WEBSITE
  WATCH_LIVE_VIDEO WATCH_MORE WATCH_VIDEO WHATSAPP_MESSAGE
`);

/** These buttons imply a destination. */
const ownDestination: { readonly [cta: string]: (ad: LaunchAd) => string } = {
  WHATSAPP_MESSAGE: () => 'https://api.whatsapp.com/send',
  MESSAGE_PAGE: (ad) => `https://m.me/${ad.page ?? ''}`,
  LIKE_PAGE: (ad) => `https://www.facebook.com/${ad.page ?? ''}`,
};

/** An ad that opens a form leads nowhere else. */
const formLink = 'https://fb.me/';

/** Undefined without a link, own or implied. */
export function destinationOf(ad: LaunchAd) {
  if (ad.leadFormId !== undefined) return formLink;
  return ad.link ?? ownDestination[ad.cta ?? '']?.(ad);
}

/**
 * The link is repeated in the button: both must agree. Messaging buttons refuse a link
 * (105/1815630), and a telephone number travels as a `tel:` link (a `phone_number` is refused).
 */
export function callToAction(ad: LaunchAd, link = destinationOf(ad)) {
  if (ad.leadFormId !== undefined) return formButton(ad);
  switch (ad.cta) {
    case undefined:
      return undefined;
    case 'NO_BUTTON':
    case 'WHATSAPP_MESSAGE':
      return { type: ad.cta };
    case 'MESSAGE_PAGE':
      return { type: ad.cta, value: { app_destination: 'MESSENGER' } };
    case 'LIKE_PAGE':
      return { type: ad.cta, value: { page: ad.page } };
    default:
      return { type: ad.cta, ...(link !== undefined && { value: { link } }) };
  }
}

/** Buttons of ads with a form; others pass at times. */
export const formButtons: readonly string[] = wordsIn(
  'APPLY_NOW DOWNLOAD GET_QUOTE LEARN_MORE SIGN_UP SUBSCRIBE',
);

/**
 * The form stands in the value of the button and nowhere else: the platform drops it in silence
 * from any other place.
 */
const formButton = ({ cta = 'SIGN_UP', leadFormId }: LaunchAd) => ({
  type: cta,
  value: { lead_gen_form_id: leadFormId },
});

/** A feed takes buttons as words, but a form only with buttons as objects. */
export function feedButtons(ad: LaunchAd) {
  if (ad.leadFormId !== undefined) return { call_to_actions: [formButton(ad)] };
  return ad.cta === undefined ? {} : { call_to_action_types: [ad.cta] };
}
