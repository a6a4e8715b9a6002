import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { runCommandLine } from '../../server/cli/run.ts';
import { png } from '../samples/media.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The command line over a service of its own on a port, and a folder with a picture `boat.png`. */
export interface CommandLine {
  /** From the first test on. */
  fixture(): ServiceFixture;
  readonly folder: string;
  slipway(...args: string[]): Promise<Ran>;
}

export function useCommandLine(options: Parameters<typeof startServiceFixture>[0] = {}): CommandLine {
  let fixture: ServiceFixture;
  let listener: ReturnType<typeof Bun.serve>;
  const folder = mkdtempSync(join(tmpdir(), 'slipway-cli-'));
  beforeAll(async () => {
    fixture = await startServiceFixture(options);
    listener = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => fixture.app.fetch(request) });
    writeFileSync(join(folder, 'boat.png'), await png(600, 600));
  });
  afterAll(async () => {
    await fixture?.worker.stop();
    await listener?.stop(true);
  });
  return {
    fixture: () => fixture,
    folder,
    async slipway(...args) {
      let [out, err] = ['', ''];
      const env = { SLIPWAY_URL: `http://127.0.0.1:${listener.port}`, SLIPWAY_KEY: fixture.key };
      const code = await runCommandLine(args, env, { write: (text) => (out += text) }, { write: (text) => (err += text) });
      return { code, out, err };
    },
  };
}
