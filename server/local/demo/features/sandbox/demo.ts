import type { InputOf } from '../../../../client/client.ts';
import type { DemoPart } from '../../part.ts';

export const demo: DemoPart = {
  /** The platform will carry one creation out and answer 500 all the same. */
  async disturb(client, { platform, stage }) {
    const rule = {
      ...stage.troubles['failed but done'],
      path: stage.objects.ad.path,
      nth: 4,
      times: 1,
    };
    await client.sandbox.addFault({ platform, ...rule } as InputOf<'sandbox.addFault'>);
    const before = await client.sandbox.state();
    return async () => {
      const after = await client.sandbox.state();
      const { active } = await client.sandbox.faults();
      return { calls: after.calls - before.calls, faults: active[0]?.fired ?? 0 };
    };
  },
};
