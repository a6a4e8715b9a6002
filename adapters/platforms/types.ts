import type { InspectCapability } from '../../core/ports/platform-reads.ts';

/** The types that adapters are made of: those of core’s ports and of the kit. */
export type { Api, ApiOptions, Calls, Good } from './kit/calls.ts';
export type { CommonRequest } from './kit/create.ts';
export type { Fail, Refusal } from './kit/failures.ts';
export type { Gate } from './kit/gates.ts';
export type { Params, Row } from './kit/json.ts';
export type { OAuthDeclaration } from './kit/oauth.ts';
export type {
  AdOperation,
  CreativeOperation,
  ReadyOperation,
  UploadOperation,
} from './kit/operations.ts';
export type * from './kit/ports.ts';
export type { Call, Caller } from './kit/requests.ts';
export type { Answer, Envelope, Wire } from './kit/wire.ts';

/** Which ads `InspectCapability.ads` lists. */
export type AdsQuery = Parameters<InspectCapability['ads']>[1];
