import type { Simulated, SimulatedStage } from '../../../adapters/simulated/package.ts';
import type { Client } from '../../client/client.ts';

/** What a company has after some weeks of work, made over the public API. */
export interface House {
  readonly client: Client;
  /** A platform that has everything, an account with figures there, and what its ads need. */
  readonly platform: string;
  readonly stage: SimulatedStage;
  /** Every simulated platform. */
  readonly simulations: readonly Simulated[];
  /** The addresses of the pictures of the sample file. */
  readonly pictures: readonly string[];
  /** What answers deliveries. */
  readonly webhookUrl: string;
}

/** What a feature has in the demo. */
export interface DemoPart {
  furnish(house: House): Promise<void>;
  /** Whether nothing of it is under way any more. */
  isSettled?(client: Client): Promise<boolean>;
}
