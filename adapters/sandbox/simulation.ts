import type { PlatformId } from '../../core/base/platforms.ts';
import type { Credentials } from '../../core/ports/platform-accounts.ts';
import type { SimulatedAuthorization } from './authorization.ts';
import type { SimulatedPlatform } from './platform.ts';
import type { HeldStatus, Stage } from './stage.ts';
import type { JsonObject, World } from './world.ts';

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
