import { expect, test } from 'vitest';
import { keyKind } from '../../core/access/keys.ts';
import { workspaceKind } from '../../core/access/records.ts';
import { connectionKind } from '../../core/accounts/records.ts';
import { adCopyTemplateKind } from '../../core/features/ad-copy/ad-copy.ts';
import { type Document, type Kind, SYSTEM } from '../../core/ports/store.ts';
import { type Harness, startHarness } from './harness.ts';
import { GOOD_TOKEN } from './tiny-platform.ts';

/** Puts so many documents where those of a company lie. */
async function fill<T extends Document>(
  { ports }: Harness,
  kind: Kind<T>,
  companyId: string,
  count: number,
  doc: T,
): Promise<void> {
  for (let i = 0; i < count; i++)
    await ports.store.commit([{ kind, companyId, id: `filler ${i}`, expect: 'absent', doc }]);
}

const at = { name: 'Filler', createdAt: 0 };

test.each([
  [
    '/v1/keys',
    { name: 'One more' },
    'too_many_keys',
    (fixture: Harness) =>
      fill(fixture, keyKind, SYSTEM, 498, {
        ...at,
        keyId: 'k',
        companyId: fixture.companyId,
        prefix: 'ak_',
        scopes: ['read'],
      }),
  ],
  [
    '/v1/workspaces',
    { name: 'One more' },
    'too_many_workspaces',
    (fixture: Harness) =>
      fill(fixture, workspaceKind, fixture.companyId, 498, { ...at, slug: 'filler' }),
  ],
  [
    '/v1/connections',
    { platform: 'primary', name: 'One more', credentials: { accessToken: GOOD_TOKEN } },
    'too_many_connections',
    (fixture: Harness) =>
      fill(fixture, connectionKind, fixture.companyId, 199, {
        ...at,
        platform: 'primary' as const,
        sealedCredentials: '',
      }),
  ],
  [
    '/v1/ad-copy-templates',
    { name: 'One more', titles: ['t'], descriptions: ['d'] },
    'too_many_templates',
    (fixture: Harness) =>
      fill(fixture, adCopyTemplateKind, fixture.companyId, 999, {
        ...at,
        titles: ['t'],
        descriptions: ['d'],
        updatedAt: 0,
      }),
  ],
])('%s: the last that fits is taken, and the next refused', async (path, body, code, filled) => {
  const fixture = await startHarness();
  await filled(fixture);
  const [last, next] = [
    await fixture.call('POST', path, { body }),
    await fixture.call('POST', path, {
      body: path === '/v1/workspaces' ? { ...body, slug: 'next' } : body,
    }),
  ];
  expect(last.status).toBe(201);
  expect([next.status, next.body.error.details[0].code]).toEqual([422, code]);
});
