import type { PlatformId } from '../../core/base/platforms.ts';
import type { Credentials } from '../../core/ports/platform-accounts.ts';
import type { JsonObject } from './entity.ts';
import type { SimulatedPlatform } from './platform.ts';
import type { HeldStatus, Stage } from './stage.ts';
import type { World } from './world.ts';

/** A platform as the sandbox takes it: how it answers, and what a company has there from the start. */
export interface Simulation {
  /** The platform it stands for. */
  readonly platform: PlatformId;
  /** Its paths start with this. The folder of the platform's definition. */
  readonly name: string;
  /** The address its adapter is given, below the sandbox's own: its name, and whatever the API's own addresses start with. */
  readonly basePath: string;
  create(world: World, options: { readonly url?: string }): SimulatedPlatform;
  /** Adds a company's accounts, with campaigns and delivery, and answers their ids. */
  seed(world: World, company: SandboxCompany): readonly string[];
  /** What that company connects with. */
  credentials(company: SandboxCompany): Credentials;
  /** How it lets people in by OAuth; absent where the platform has keys alone. */
  readonly authorization?: SimulatedAuthorization;
  /** An object's own status. One that is deleted still exists, but is not counted. Undefined for anything else. */
  statusOf(data: JsonObject): HeldStatus | undefined;
  readonly stage: Stage;
}

/** A company of the sandbox. Each simulation keeps these tokens as its own. */
export interface SandboxCompany {
  /** 1 for the first. */
  readonly number: number;
  readonly name: string;
  readonly token: string;
  /** May read, may not change. */
  readonly readOnlyToken: string;
}

/** A platform's authorization server: a page where a person lets an app in, and tokens for the code he comes back with. */
export interface SimulatedAuthorization {
  /** Below the platform's name. */
  readonly authorizePath: RegExp;
  readonly tokenPath: RegExp;
  /** The app it knows, as the credentials of its adapter are called. */
  readonly app: Credentials;
  readonly clientId: string;
  /** What it calls the id of the app and the code. */
  readonly names: { readonly client: string; readonly code: string };
  /** Whether a challenge is asked for. */
  readonly pkce: boolean;
  /** Whether this is a question for the tokens of a code; others are the platform's own to answer. */
  isCodeGrant(params: Params): boolean;
  /** Whether the app has proved who it is. */
  isApp(params: Params, authorization: string): boolean;
  /** The answer. Makes the tokens of the company known. */
  tokens(world: World, company: SandboxCompany): JsonObject;
  /** Answers a token that is handed in for one that lives longer; undefined where that is not asked. */
  prolong?(params: Params): JsonObject | undefined;
  /** How a refusal is told. */
  refuse?(message: string): JsonObject;
}

export type Params = { readonly [name: string]: string };
