import { createJsonLog } from '../../adapters/runtime/json-log.ts';
import type { Config } from '../config.ts';
import { openHouse } from '../house.ts';
import { jobHandlers } from '../workers.ts';

/** A process that only works: everything of the service but the listener. */
export async function openWorker(config: Config, holder: string): Promise<{ stop(): Promise<void> }> {
  const house = await openHouse(config, createJsonLog(config.log), config.publicUrl ?? 'http://127.0.0.1');
  let stopping = false;
  const worker = house.ports.jobs.work(jobHandlers(house.ports, holder, () => stopping));
  return {
    async stop() {
      stopping = true;
      await worker.stop();
      await house.close();
    },
  };
}
