export { type RequestFault, sealRequest } from './requests.ts';
export { giveBack, redeemCode, renewTokens, type Tokens } from './tokens.ts';
