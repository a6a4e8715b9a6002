import { simulations } from '../../../../adapters/sandbox/registry.ts';
import { parseRequest } from '../../../../core/base/schema/parse.ts';
import { CONVERSION_QUEUE, deliveryKind } from '../../../../core/features/conversions/records.ts';
import { runConversions } from '../../../../core/features/conversions/run.ts';
import type { SendResponse } from '../../../../core/features/conversions/schema.ts';
import { sendRequest } from '../../../../core/features/conversions/schema.ts';
import { sendConversions } from '../../../../core/features/conversions/send.ts';
import { getUpload } from '../../../../core/features/conversions/show.ts';
import { createHolder } from '../../../../core/records/lease.ts';
import { allOf } from '../../../../core/records/list.ts';
import {
  createTestService,
  type TestService,
  type TestServiceOptions,
} from '../../../test-service.ts';

/** Platforms that take events, with what an event needs there. */
export const takers = simulations.flatMap(({ platform, name: folder, stage }) => {
  const { conversions } = stage.samples;
  return conversions === undefined
    ? []
    : [{ platform, folder, ...conversions, name: `${platform}:${conversions.destination}` }];
});

export interface ConversionsFixture extends TestService {
  readonly now: () => number;
  event(platform: string, eventId: string, more?: object): object;
  send(request: object): Promise<SendResponse>;
  /** Runs the deliveries of an upload as their jobs would, until all is settled. */
  settle(uploadId: string): Promise<void>;
  status(uploadId: string): ReturnType<typeof getUpload>;
  /** How often each event was counted, by its id. */
  counted(): Promise<ReadonlyMap<string, number>>;
}

export async function createConversionsFixture(
  options: TestServiceOptions = {},
): Promise<ConversionsFixture> {
  const service = await createTestService(options);
  const { ports, companyId, caller, clock } = service;
  const holder = createHolder(clock, 'worker');
  return {
    ...service,
    now: () => clock.now(),
    event(platform, eventId, more = {}) {
      const fields = takers.find((each) => each.platform === platform)?.fields ?? {};
      return {
        eventId,
        name: 'purchase',
        happenedAt: new Date(clock.now() - 60_000).toISOString(),
        ...fields,
        ...more,
      };
    },
    send: async (request) => sendConversions(ports, caller, parseRequest(sendRequest, request)),
    async settle(uploadId) {
      for (const { id } of await allOf(ports.store, deliveryKind, companyId, {
        where: { uploadId },
      }))
        for (let turn = 0; ; turn += 1) {
          if (turn > 500) throw new Error(`${CONVERSION_QUEUE} never ended.`);
          const done = await runConversions(ports, companyId, id, { holder });
          if (done === undefined) break;
          await clock.sleep(done.againAt - clock.now());
        }
    },
    status: (uploadId) => getUpload(ports, companyId, uploadId),
    async counted() {
      const events = await service.held('conversion_events');
      return new Map(events.map(({ event_id, counted }) => [String(event_id), Number(counted)]));
    },
  };
}
