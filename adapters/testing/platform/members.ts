import type { AdPlatform } from '../../../core/ports/ad-platform.ts';

type Members = { readonly [member: string]: unknown };

/**
 * Every member of a platform by its path (`create.campaign.find`), data of its definition included.
 * What only this platform has is tested by itself.
 */
export function membersOf({
  own: _own,
  operations: _operations,
  ...platform
}: AdPlatform): readonly string[] {
  const under = (node: Members, path: string): readonly string[] =>
    Object.entries(node).flatMap(([member, value]) => {
      if (value === undefined) return [];
      return isGroup(value) ? under(value, `${path}${member}.`) : [`${path}${member}`];
    });
  return under(platform as unknown as Members, '');
}

/** The same platform; notes the path of each member that is called, or read where it is data. */
export function recorded(platform: AdPlatform, touched: Set<string>): AdPlatform {
  const wrapped = <T extends object>(node: T, path: string): T =>
    new Proxy(node, {
      get(target, member) {
        const value: unknown = Reflect.get(target, member);
        if (typeof member === 'symbol') return value;
        const name = `${path}${member}`;
        if (isGroup(value)) return wrapped(value, `${name}.`);
        if (typeof value !== 'function') {
          touched.add(name);
          return value;
        }
        return (...args: readonly unknown[]): unknown => {
          touched.add(name);
          return Reflect.apply(value, target, args);
        };
      },
    });
  return wrapped(platform, '');
}

/** Plain data (statusWords, metrics) and a schema are one member each. */
function isGroup(value: unknown): value is Members {
  if (
    typeof value !== 'object' ||
    value === null ||
    Object.getPrototypeOf(value) !== Object.prototype
  )
    return false;
  if ('kind' in value && value.kind === 'schema') return false;
  return Object.values(value).some(
    (each) => typeof each === 'function' || isSchema(each) || isGroup(each),
  );
}

const isSchema = (value: unknown) =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';
