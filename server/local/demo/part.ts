import type { Simulated, SimulatedStage } from '../../../adapters/simulated/package.ts';
import type { Client } from '../../client/client.ts';
import type { Post } from './post.ts';

/** What a company has after some weeks of work, made over the public API. */
export interface House {
  readonly client: Client;
  /** Where the service answers. */
  readonly url: string;
  /** Takes the mails of the service. */
  readonly post: Pick<Post, 'linkTo'>;
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
  furnish?(house: House): Promise<void>;
  /**
   * Sets trouble up before the launch of the sample file. Afterwards it says what the platform did.
   */
  disturb?(
    client: Client,
    at: Pick<House, 'platform' | 'stage'>,
  ): Promise<() => Promise<Disturbance>>;
  /** A table that is shown after the launch. */
  tell?(
    client: Client,
  ): Promise<{ readonly title: string; readonly rows: readonly (readonly string[])[] }>;
  /** Whether nothing of it is under way any more. */
  isSettled?(client: Client): Promise<boolean>;
}

interface Disturbance {
  /** Calls that the platform took. */
  readonly calls: number;
  /** How often it answered with the trouble. */
  readonly faults: number;
}
