import { serveHttp } from '../../../adapters/runtime/serve-http.ts';
import { loadSandbox } from '../../../adapters/simulated/package.ts';
import type { Client } from '../../client/client.ts';
import { shortenCredentials } from './ending-token.ts';
import { acts, furnish } from './house.ts';
import { openPost } from './post.ts';

/**
 * What the demo has besides a service: the platform that the sample file is written for, and what
 * takes mails and webhooks.
 */
export async function openWorld() {
  const { simulations } = await loadSandbox();
  const [simulation] = simulations;
  if (simulation === undefined) throw new Error('There is no platform to show.');
  const { name, platform, stage } = simulation;
  const post = await openPost();
  const receiver = await serveHttp({
    host: '127.0.0.1',
    port: 0,
    silenceSeconds: 30,
    answer: () => new Response(null, { status: 204 }),
  });
  return {
    platform: name,
    stage,
    acts,
    mailUrl: post.url,
    /** What else a company has that works here. */
    async fill(client: Client, url: string, pictures: readonly string[]): Promise<void> {
      const webhookUrl = `http://127.0.0.1:${receiver.port}/slipway`;
      await Promise.all([
        furnish({ client, url, post, stage, simulations, platform, pictures, webhookUrl }),
        shortenCredentials(client),
      ]);
    },
    async close(): Promise<void> {
      post.stop();
      await receiver.stop(true);
    },
  };
}

export type World = Awaited<ReturnType<typeof openWorld>>;
