import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMemoryFacts } from '../../adapters/facts/memory.ts';
import { meta } from '../../adapters/platforms/meta/index.ts';
import type { PlatformHost } from '../../adapters/platforms/module.ts';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import { simulations } from '../../adapters/sandbox/registry.ts';
import { createMemoryStore } from '../../adapters/store/memory.ts';
import { silent } from '../../core/ports/log.ts';
import { type Assembly, assemble, localStorage } from '../../server/process/assemble.ts';
import { createTestSecrets } from '../test-secrets.ts';
import { absent } from '../test-service.ts';
import { createTinyPlatform } from './tiny-platform.ts';

const clock = createManualClock();
const folder = join('nowhere', 'at', 'all');

/** What a platform is opened with. */
const hosts: PlatformHost[] = [];
const watched = {
  ...meta,
  open(host: PlatformHost) {
    hosts.push(host);
    return createTinyPlatform();
  },
};

const parts: Assembly = {
  clock,
  folder,
  log: silent,
  secrets: createTestSecrets(),
  publicUrl: 'https://slipway.test',
  blobs: absent('blobs'),
  storage: localStorage(createMemoryStore(), createMemoryFacts(), clock),
  platformParts: { modules: [watched], simulations },
  sandbox: { url: 'http://sandbox.test', fetch: absent('sandbox').fetch },
  ports: { files: absent('files') },
};

const hostOf = async (more: Partial<Assembly>): Promise<PlatformHost | undefined> => {
  hosts.length = 0;
  await assemble({ ...parts, ...more });
  return hosts[0];
};

test('ports that are given are used, and others are made from them', async () => {
  const removed: string[] = [];
  const files = {
    ...absent('files'),
    remove: async (_: string, sha256: string) => void removed.push(sha256),
  };
  const media = absent('media');
  const ports = await assemble({ ...parts, ports: { files, media } });
  await ports.files.remove('company', 'abc');
  expect(removed).toEqual(['abc']);
  expect(hosts.at(-1)?.media).toBe(media);
  expect(ports.store).toBe(parts.storage.store);
});

test('platforms and jobs that are given are not opened a second time', async () => {
  const platforms = { primary: createTinyPlatform() };
  const jobs = absent('jobs');
  hosts.length = 0;
  const storage = {
    ...parts.storage,
    openJobs: () => Promise.reject(new Error('jobs were opened')),
  };
  const ports = await assemble({ ...parts, storage, ports: { ...parts.ports, platforms, jobs } });
  expect(ports.platforms === platforms && ports.jobs === jobs).toBe(true);
  expect(hosts).toEqual([]);
});

test('nothing is put on the disk where files are given', async () => {
  await assemble(parts);
  expect(existsSync('nowhere')).toBe(false);
});

test('a simulated platform settles soon unless other times are set', async () => {
  expect((await hostOf({}))?.times).toMatchObject({ settleMs: 5_000 });
  expect((await hostOf({ platformSettings: { primary: { times: {} } } }))?.times).toEqual({});
  const { sandbox: _, ...live } = parts;
  hosts.length = 0;
  await assemble(live);
  expect(hosts[0]?.times).toBeUndefined();
});

test('platforms are reached over the HTTP that is given', async () => {
  const http = { requestAll: async () => [] };
  expect((await hostOf({ http }))?.http).toBe(http);
});
