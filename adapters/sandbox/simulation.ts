import type { PlatformId } from '../../core/base/platforms.ts';
import type { Credentials } from '../../core/ports/platform-accounts.ts';
import type { JsonObject } from './entity.ts';
import type { SimulatedPlatform } from './platform.ts';
import type { HeldStatus, Stage } from './stage.ts';
import type { World } from './world.ts';

export interface Simulation {
  readonly platform: PlatformId;
  /** Start of its paths, and folder of its definition. */
  readonly name: string;
  /** Base address of its adapter, below the sandbox's. */
  readonly basePath: string;
  create(world: World, options: { readonly url?: string }): SimulatedPlatform;
  /** Answers the account ids. */
  seed(world: World, company: SandboxCompany): readonly string[];
  credentials(company: SandboxCompany): Credentials;
  /**
   * Renews the token of `credentials`, with the app of `authorization`. Absent: tokens are not
   * renewed.
   */
  refreshTokenOf?(token: string): string;
  /** Absent: keys only. */
  readonly authorization?: SimulatedAuthorization;
  /** Deleted objects exist, but are not counted. Undefined without a status. */
  statusOf(data: JsonObject): HeldStatus | undefined;
  readonly stage: Stage;
  /** It answers some versions otherwise than others. */
  readonly tellsVersionsApart?: true;
}

/** Each simulation uses these tokens. */
export interface SandboxCompany {
  readonly number: number;
  readonly name: string;
  readonly token: string;
  /** May read only. */
  readonly readOnlyToken: string;
}

/** A consent page, and tokens for its code. */
export interface SimulatedAuthorization {
  /** Below the platform's name. */
  readonly authorizePath: RegExp;
  readonly tokenPath: Pick<RegExp, 'test'>;
  /** As its adapter's credentials name it. */
  readonly app: Credentials;
  readonly clientId: string;
  /** Parameter names. */
  readonly names: { readonly client: string; readonly code: string };
  /** Whether a challenge is required. */
  readonly pkce: boolean;
  /** The platform answers other grants. */
  isCodeGrant(params: Params): boolean;
  isApp(params: Params, authorization: string): boolean;
  /** Makes the company's tokens known. `scopes`: asked for, and granted. */
  tokens(world: World, company: SandboxCompany, scopes: readonly string[]): JsonObject;
  /** Undefined where not asked. */
  prolong?(params: Params): JsonObject | undefined;
  refuse?(message: string): JsonObject;
}

export type Params = { readonly [name: string]: string };
