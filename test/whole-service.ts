import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskBlobs } from '../adapters/media/disk.ts';
import { platformModules } from '../adapters/platforms/registry.ts';
import { createNodeSecrets } from '../adapters/runtime/node-secrets.ts';
import { simulations } from '../adapters/sandbox/registry.ts';
import { createSandbox } from '../adapters/sandbox/sandbox.ts';
import type { Simulation } from '../adapters/sandbox/simulation.ts';
import { features as all } from '../core/features/registry.ts';
import type { Feature } from '../core/operations/feature.ts';
import { silent } from '../core/ports/log.ts';
import { openCompany } from '../core/upkeep/open-company.ts';
import { createApp } from '../server/app.ts';
import type { DashboardFiles } from '../server/http/settings.ts';
import { assemble, openStorage } from '../server/process/assemble.ts';
import type { PlatformParts } from '../server/process/platforms.ts';
import { startWork } from '../server/process/workers.ts';

/**
 * The service as it ships, in memory, with a company on simulated platforms: those it ships with,
 * or others.
 */
export async function startWholeService(
  dashboard?: DashboardFiles,
  platformParts: Omit<PlatformParts, 'simulations'> & {
    readonly simulations: readonly Simulation[];
  } = {
    modules: platformModules,
    simulations,
  },
  features: readonly Feature[] = all,
) {
  const sandbox = createSandbox({ simulations: platformParts.simulations });
  const folder = mkdtempSync(join(tmpdir(), 'slipway-whole-'));
  const ports = await assemble({
    storage: await openStorage({ type: 'memory' }),
    log: silent,
    secrets: createNodeSecrets('a secret that is long enough'),
    blobs: createDiskBlobs(join(folder, 'media')),
    folder,
    publicUrl: 'http://127.0.0.1:1',
    sandbox: { url: 'http://sandbox.test', fetch: sandbox.fetch },
    platformParts,
    features,
  });
  const { adminKey, companyId } = await openCompany(
    ports,
    features,
    { name: 'Harbour', sandbox: true },
    { demo: true },
  );
  const app = createApp(ports, {
    readLimit: 10_000,
    writeLimit: 10_000,
    ...(dashboard && { dashboard }),
  });
  const worker = await startWork(ports);
  const call = async (method: string, path: string, body?: object) => {
    const headers = {
      authorization: `Bearer ${adminKey}`,
      ...(body && { 'content-type': 'application/json' }),
    };
    const response = await app.request(path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely.
    return { status: response.status, body: (await response.json()) as any };
  };
  return { app, ports, adminKey, companyId, call, sandbox, stop: () => worker.stop() };
}
