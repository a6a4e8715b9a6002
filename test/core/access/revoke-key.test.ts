import { expect, test } from 'vitest';
import { changeKey, createKey, findKey, keyKind, revokeKey } from '../../../core/access/keys.ts';
import type { Store } from '../../../core/ports/store.ts';
import { createTestService } from '../../test-service.ts';

test('a key that is changed in the moment in which it is revoked is revoked', async () => {
  const { ports, caller, companyId } = await createTestService({
    companies: [{ name: 'Acme', accounts: 'none' }],
  });
  const { id } = await createKey(ports, caller, { request: { name: 'Reports', scopes: ['read'] } });
  let isChanged = false;
  const store: Store = {
    ...ports.store,
    async commit(writes) {
      if (
        !isChanged &&
        writes.some(({ kind, doc }) => kind.name === keyKind.name && doc === undefined)
      ) {
        isChanged = true;
        await changeKey(ports, caller, id, { name: 'Renamed' });
      }
      return ports.store.commit(writes);
    },
  };
  await revokeKey({ ...ports, store }, caller, id);
  expect(isChanged).toBe(true);
  expect(await findKey(ports.store, companyId, id)).toBeUndefined();
});
