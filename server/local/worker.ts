import { createJsonLog } from '../../adapters/runtime/json-log.ts';
import type { Config } from '../config.ts';
import { openHouse } from '../house.ts';
import { startWork } from '../workers.ts';

/** A process that only works: everything of the service but the listener. */
export async function openWorker(config: Config): Promise<{ stop(): Promise<void> }> {
  const worked: Config = { ...config, role: 'worker' };
  const house = await openHouse(worked, createJsonLog(config.log), config.publicUrl ?? 'http://127.0.0.1');
  const worker = await startWork(house.ports, config.places);
  return {
    async stop() {
      await worker.stop();
      await house.close();
    },
  };
}
