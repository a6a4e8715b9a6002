/** Only the platform knows which of them a type of creative takes. */
export const ownButtons: readonly string[] = [
  ...['BLANK', 'INSTALL_NOW', 'WATCH', 'VIEW_MORE', 'WATCH_EPISODE', 'DOWNLOAD', 'PLAY', 'SHOP_NOW', 'SIGN_UP', 'USE_APP'],
  ...['APPLY_NOW', 'BOOK_NOW', 'BUY_TICKETS', 'GET_NOW', 'LISTEN', 'MORE', 'ORDER_NOW', 'READ', 'SHOW', 'SHOWTIMES', 'VIEW'],
  ...['OPEN_APP', 'TRY', 'FOLLOW', 'RESPOND'],
];

/** Other platforms' words. */
const alike: { readonly [cta: string]: string } = { LEARN_MORE: 'MORE', WATCH_MORE: 'WATCH' };

export const callsToAction: readonly string[] = [...Object.keys(alike), ...ownButtons];

export const buttonOf = (cta: string): string => alike[cta] ?? cta;
