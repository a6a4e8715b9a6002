/** Each needs a landing page. */
export const callsToAction: readonly string[] = [
  ...['LEARN_MORE', 'APPLY', 'DOWNLOAD', 'VIEW_QUOTE', 'SIGN_UP', 'SUBSCRIBE', 'REGISTER', 'REQUEST_DEMO', 'JOIN', 'ATTEND'],
];
