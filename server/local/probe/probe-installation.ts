import { companyKind } from '../../../core/access/records.ts';
import { SlipwayError } from '../../../core/base/errors.ts';
import { silent } from '../../../core/ports/log.ts';
import { SYSTEM } from '../../../core/ports/store.ts';
import { allOf } from '../../../core/records/list.ts';
import { readConfig } from '../../process/config.ts';
import { openRuntime } from '../../process/runtime.ts';
import { type ProbeRecord, probePlatform } from './probe.ts';
import { calledIn, moduleNamed, simulatedSide, storedSide } from './sides.ts';

interface Asked {
  readonly platform: string;
  readonly account: string | undefined;
  readonly write: boolean;
}

/**
 * Tries a platform with a connection of this installation; where platforms are simulated, with the
 * simulation.
 */
export async function probeInstallation(
  args: readonly string[],
  env: { readonly [name: string]: string | undefined },
  { platform, account, write }: Asked,
): Promise<ProbeRecord> {
  const config = readConfig(args, env);
  const module = moduleNamed(platform);
  const now = Date.now();
  const simulated = await simulatedSide(module, { now });
  if (config.platforms === 'sandbox')
    return probePlatform(await simulatedSide(module, { now }), simulated, {
      now,
      write,
      isLive: false,
    });
  const house = await openRuntime({ ...config, facts: undefined }, silent, 'http://127.0.0.1');
  try {
    for (const { id: companyId } of await allOf(house.ports.store, companyKind, SYSTEM)) {
      const here = await storedSide(house.ports, companyId, module, {
        account,
        settings: config.platformSettings,
      });
      if (here !== undefined)
        return await probePlatform(here, simulated, { now, write, isLive: true });
    }
  } finally {
    await house.close();
  }
  const message = `No connection of this installation reaches ${account === undefined ? `an ad account of ${calledIn(module.definition.id)}` : `the ad account ${account}`}. Connect it first.`;
  throw new SlipwayError('not_found', message, { hint: 'connections.list' });
}
