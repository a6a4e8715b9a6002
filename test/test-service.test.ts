import { describe, expect, it } from 'vitest';
import { meta } from '../adapters/platforms/meta/index.ts';
import { listConnections } from '../core/accounts/connect.ts';
import { createTinyPlatform } from './server/tiny-platform.ts';
import { COMPANY, createTestService, moduleOf } from './test-service.ts';

describe('a test service', () => {
  it('connects its company with every platform, and has the same ids each time', async () => {
    const { ports, companyId } = await createTestService();
    expect(companyId).toBe(COMPANY);
    const connections = await listConnections(ports, companyId);
    expect(connections.map(({ platform }) => platform).sort()).toEqual(
      Object.keys(ports.platforms).sort(),
    );
    expect((await createTestService()).companyId).toBe(companyId);
  });

  it('simulates the platforms it is given, and none that a test plays itself', async () => {
    const simulated = await createTestService({ platforms: [meta] });
    expect(Object.keys((await simulated.ports.sandbox?.demo()) ?? {})).toEqual([
      'primary',
      'research',
    ]);
    const played = await createTestService({
      platforms: [moduleOf(createTinyPlatform())],
      companies: [],
    });
    expect(played.ports.sandbox).toBeUndefined();
    expect(Object.keys(played.ports.platforms)).toEqual(['primary']);
  });

  it('counts what the platforms are asked, and plays faults', async () => {
    const { ports, companyId, counting, fault, clearFaults } = await createTestService({
      platforms: [meta],
    });
    const credentials = (await ports.sandbox?.demo())?.primary ?? {};
    const list = () =>
      ports.platforms.primary?.accounts.list(companyId, credentials) ??
      Promise.reject(new Error('no platform'));
    expect((await counting(list)).requests).toBe(1);
    await fault({ fault: 'token-expired' });
    await expect(list()).rejects.toMatchObject({ code: 'platform_error' });
    await clearFaults();
    expect(await list()).not.toEqual([]);
  });
});
