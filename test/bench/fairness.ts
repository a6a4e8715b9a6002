import { pause } from '../chaos/processes.ts';
import {
  type Backend,
  type FairnessFixture,
  openFairnessFixture,
  openHangingReceiver,
  type Tenant,
} from './fairness-fixture.ts';
import { type Figure, figure } from './figure.ts';

const WEBHOOKS = 60;
const SLOW_BATCHES = 10;
/** A tenth of what a slow ad account takes for an answer. */
const SLOW_MS = 1_500;
const LAUNCHES = 60;
const LATENCY_MS = 500;
/**
 * Where the platform is not what is measured: enough that the noise of a busy machine weighs little
 * beside it.
 */
const USUAL_MS = 200;
const TIMES = 5;

interface Trouble {
  readonly name: string;
  readonly what: string;
  /** How long the platform takes for every answer, whoever asks. */
  readonly latencyMs: number;
  /** Has the other company make it; answers how to end it. */
  begin(fixture: FairnessFixture): Promise<() => void>;
}

const troubles: readonly Trouble[] = [
  {
    name: 'webhooks',
    what: `${WEBHOOKS} webhooks of another company hang`,
    latencyMs: USUAL_MS,
    begin: hangWebhooks,
  },
  {
    name: 'slow-batches',
    what: `${SLOW_BATCHES} batches of another company wait ${SLOW_MS} ms for each answer`,
    latencyMs: USUAL_MS,
    begin: slowBatches,
  },
  {
    name: 'queue',
    what: `${LAUNCHES} launches of another company are queued, at ${LATENCY_MS} ms an answer`,
    latencyMs: LATENCY_MS,
    begin: queueLaunches,
  },
];

/**
 * How long the launch of one ad takes while another company keeps the service busy, against how
 * long it takes alone.
 */
export async function fairnessBench(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const backend of ['SQLite', 'Postgres'] as const)
    for (const trouble of troubles) figures.push(await figureOf(backend, trouble));
  return figures;
}

async function figureOf(
  backend: Backend,
  { name, what, latencyMs, begin }: Trouble,
): Promise<Figure> {
  const fixture = await openFairnessFixture(backend);
  try {
    await fixture.sandbox.control('latency', { ms: latencyMs });
    const alone = await best(fixture.quiet);
    const end = await begin(fixture);
    const behind = await best(fixture.quiet);
    end();
    return figure(
      {
        name: `fairness-${name}-${backend.toLowerCase()}`,
        value: Math.round(behind),
        unit: `ms for the launch of one ad on ${backend} while ${what}`,
        anchor: 'ms alone',
        anchorValue: Math.round(alone),
      },
      { on: 'ratio', atMost: 2 },
    );
  } finally {
    await fixture.close();
  }
}

async function best(tenant: Tenant): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < TIMES; i++) least = Math.min(least, await tenant.timedLaunch());
  return least;
}

/** All are on their way when one batch has ended; as many as there are places for hang. */
async function hangWebhooks({ loud }: FairnessFixture): Promise<() => void> {
  const receiver = await openHangingReceiver();
  for (let i = 0; i < WEBHOOKS; i++) await loud.addWebhook(receiver.url);
  await loud.ended(await loud.launch());
  while (receiver.accepted() < 4) await pause(20);
  return receiver.close;
}

async function slowBatches({ loud, sandbox }: FairnessFixture): Promise<() => void> {
  await sandbox.control('faults', {
    fault: 'slow-but-done',
    account: loud.adAccountId,
    ms: SLOW_MS,
  });
  for (let i = 0; i < SLOW_BATCHES; i++) await loud.launch();
  return () => undefined;
}

async function queueLaunches({ loud }: FairnessFixture): Promise<() => void> {
  await Promise.all(Array.from({ length: LAUNCHES }, () => loud.launch()));
  return () => undefined;
}
