import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createNodeSecrets } from '../../../adapters/runtime/node-secrets.ts';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import { createCompany } from '../../../core/access/companies.ts';
import { chosenCompany } from '../../../core/access/first-company.ts';

const fixture = () => {
  const clock = createManualClock();
  return {
    store: createMemoryStore(),
    clock,
    secrets: createNodeSecrets('a secret that is long enough'),
  };
};

describe('the company an installation began with', () => {
  test('is the one that was made as the first, whatever clocks say of those that follow', async () => {
    const ports = fixture();
    const { companyId } = await createCompany(ports, { name: 'First' }, { first: true });
    const behind = { ...ports, clock: createManualClock(ports.clock.now() - 60_000) };
    for (let i = 0; i < 20; i++) await createCompany(behind, { name: `Tenant ${i}` });
    expect(await chosenCompany(ports, undefined)).toEqual({ id: companyId, name: 'First' });
  });

  test('is one: a second that wants to be the first is refused and leaves nothing', async () => {
    const ports = fixture();
    await createCompany(ports, { name: 'First' }, { first: true });
    await expect(createCompany(ports, { name: 'Late' }, { first: true })).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(chosenCompany(ports, 'co_nobody')).rejects.toThrow(
      /There are First \(co_\w+\)\.$/,
    );
  });

  test('in a database from before it was written down it is the oldest, and stays it', async () => {
    const ports = fixture();
    const { companyId } = await createCompany(ports, { name: 'Oldest' });
    for (let i = 0; i < 20; i++) {
      await ports.clock.advance(1);
      await createCompany(ports, { name: `Tenant ${i}` });
    }
    expect(
      await Promise.all([chosenCompany(ports, undefined), chosenCompany(ports, undefined)]),
    ).toEqual([
      { id: companyId, name: 'Oldest' },
      { id: companyId, name: 'Oldest' },
    ]);
    await createCompany({ ...ports, clock: createManualClock(0) }, { name: 'With a wrong clock' });
    expect(await chosenCompany(ports, undefined)).toMatchObject({ name: 'Oldest' });
  });

  test('is not guessed where two are equally old', async () => {
    const ports = fixture();
    const one = await createCompany(ports, { name: 'One' });
    await createCompany(ports, { name: 'Two' });
    await expect(chosenCompany(ports, undefined)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(`One (${one.companyId})`),
    });
    expect(await chosenCompany(ports, one.companyId)).toMatchObject({ name: 'One' });
  });

  test('is nobody where there is no company, and an id that no company has is refused with those there are', async () => {
    const ports = fixture();
    expect(await chosenCompany(ports, undefined)).toBeUndefined();
    await expect(chosenCompany(ports, 'co_nobody')).rejects.toMatchObject({ code: 'not_found' });
  });
});
