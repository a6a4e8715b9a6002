import type { Simulation } from '../../../adapters/sandbox/simulation.ts';
import type { Asked, Scenario, Tools } from '../cuts.ts';
import type { Wish } from '../wishes.ts';

/** Two ads on the first two platforms and one on each other, in one request. */
async function ads(
  tools: Tools,
  name: string,
  simulations: readonly Simulation[],
  status?: 'DELETED',
): Promise<Asked> {
  const bodies: object[] = [];
  const wishes: Wish[] = [];
  for (const [position, simulation] of simulations.entries()) {
    const { account, fields, shapeOf } = simulation.stage;
    const [parentId = ''] = await tools.addAdSets(simulation, 1);
    for (const nth of position < 2 ? [1, 2] : [1]) {
      const adName = `${name} ${simulation.name} ${nth}`;
      bodies.push({
        adName,
        adAccountId: account.id,
        adSets: [parentId],
        ...fields,
        ...shapeOf(nth),
      });
      const wish = {
        is: 'made',
        platform: simulation.name,
        kind: 'ad',
        name: adName,
        parentId,
      } as const;
      wishes.push({ ...wish, ...(status && { status }) });
    }
  }
  return { request: { path: '/v1/launch', body: { ads: bodies, force: true }, key: name }, wishes };
}

export const launch: Scenario = {
  what: 'launch',
  dies: 'worker',
  step: 10,
  prepare: async (tools, name) => [await ads(tools, name, tools.simulations)],
};

/** A launch that had ended, and is taken back. */
export const undo: Scenario = {
  what: 'undo',
  dies: 'worker',
  step: 3,
  async prepare(tools, name) {
    const { request, wishes } = await ads(tools, name, tools.simulations.slice(0, 3), 'DELETED');
    const { answer, subjects } = await tools.queue(request);
    for (const subject of subjects) await tools.finish(subject);
    const back = {
      path: `/v1/batches/${answer.adBatchId}/undo`,
      body: { mode: 'delete' },
      key: `${name} back`,
    };
    return [{ request: back, wishes }];
  },
};
