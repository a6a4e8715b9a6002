import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathPattern } from '../../../adapters/sandbox/path-pattern.ts';

test.each([
  ['*/adlabels', '/v25.0/act_1/adlabels', true],
  ['*/adlabels', '/v25.0/act_1/adlabels/', true],
  ['adlabels', '/v25.0/act_1/adlabels', true],
  ['adlabels', '/adlabels', true],
  ['adlabels', 'adlabels', true],
  ['*/120', '/120', true],
  ['adlabels', '/v25.0/act_1/notadlabels', false],
  ['/v25.0/{id}/copies', '/120/copies', true],
  ['{id}/copies', '/120/1/copies', false],
  ['{id}/copies', '//copies', false],
  ['*', '/anything/at/all', true],
  ['a.c', '/abc', false],
])('%s and %s: %s', (pattern, path, is) => {
  expect(pathPattern(pattern)(path)).toBe(is);
});

test.each([
  ['/some/api/v1.3', '/some/api/v1.3/ad/create', true],
  ['/some/api/v1.3', 'some/api/ad/create', true],
  ['/some/api/v1.3', '/v1.3/ad/create/', true],
  ['/some/api/v1.3', '/other/api/v1.3/ad/create', false],
  ['/some', '/some/v25.0/ad/create', true],
  ['/some', '/somewhere/ad/create', false],
])('under %s the pattern %s means /ad/create: %s', (basePath, pattern, is) => {
  expect(pathPattern(pattern, basePath)('/ad/create')).toBe(is);
});

test('the same as an expression would say, for patterns it can still manage', () => {
  const unit = fc.constantFrom('*', '{id}', 'a', '/', '.');
  const pattern = fc.array(unit, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      pattern,
      fc.string({ unit: fc.constantFrom('a', 'b', '/', '.'), maxLength: 8 }),
      (given, path) => {
        const wanted = given.replace(/\/$/, '');
        fc.pre(!/^\w+$|^\//.test(wanted));
        const source = wanted
          .replace(/[.]/g, '\\.')
          .replace(/\{id\}/g, '[^/]+')
          .replace(/\*+/g, '.*');
        expect(pathPattern(given)(path)).toBe(new RegExp(`^/?${source}/?$`).test(path));
      },
    ),
  );
});

test('two hundred stars are as good as one', () => {
  expect(pathPattern(`${'*'.repeat(199)}x`)(`/${'a/'.repeat(100)}`)).toBe(false);
  expect(pathPattern(`${'*a'.repeat(99)}x`)(`/${'a'.repeat(300)}`)).toBe(false);
});
