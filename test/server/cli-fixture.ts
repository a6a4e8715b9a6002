import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type HttpServer, serveHttp } from '../../adapters/runtime/serve-http.ts';
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
  /** Where the service is, and with which key. */
  env(): { readonly SLIPWAY_URL: string; readonly SLIPWAY_KEY: string };
  /** Until it is called with nothing, requests pass through here. */
  intercept(by?: Interceptor): void;
}

type Interceptor = (request: Request, pass: () => Promise<Response>) => Promise<Response>;

export function useCommandLine(
  options: Parameters<typeof startServiceFixture>[0] = {},
): CommandLine {
  let fixture: ServiceFixture;
  let listener: HttpServer;
  let interceptor: Interceptor | undefined;
  const folder = mkdtempSync(join(tmpdir(), 'slipway-cli-'));
  beforeAll(async () => {
    fixture = await startServiceFixture(options);
    listener = await serveHttp({
      host: '127.0.0.1',
      port: 0,
      silenceSeconds: 10,
      answer: (request) => {
        const pass = async (): Promise<Response> => fixture.app.fetch(request);
        return interceptor === undefined ? pass() : interceptor(request, pass);
      },
    });
    writeFileSync(join(folder, 'boat.png'), await png(600, 600));
  });
  afterAll(async () => {
    await fixture?.worker.stop();
    await listener?.stop(true);
  });
  const env = () => ({
    SLIPWAY_URL: `http://127.0.0.1:${listener.port}`,
    SLIPWAY_KEY: fixture.key,
  });
  return {
    fixture: () => fixture,
    folder,
    env,
    intercept: (by) => {
      interceptor = by;
    },
    async slipway(...args) {
      let [out, err] = ['', ''];
      const code = await runCommandLine(
        args,
        env(),
        { write: (text) => (out += text) },
        { write: (text) => (err += text) },
        fixture.ports.clock.now,
      );
      return { code, out, err };
    },
  };
}
