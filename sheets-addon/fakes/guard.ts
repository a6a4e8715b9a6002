import { enter, type Permission, type Runtime } from './execution.ts';

/**
 * Makes an object look like one of Google's: every method counts, costs time and needs a
 * permission, and whatever is not faked throws instead of being undefined. The type sees to it that
 * only methods that really exist are faked.
 *
 * @param free methods that only say what the script knows already, or collect options: they cost
 * nothing
 */
export function faked<Real>(
  runtime: Runtime,
  name: string,
  permission: Permission,
  methods: { readonly [M in keyof Real]?: unknown },
  free: readonly (keyof Real)[] | 'all' = [],
): Real {
  const given = methods as { readonly [method: string]: unknown };
  /** Wrapped when they are first asked for: most objects live for one call. */
  const wrapped: { [method: string]: unknown } = {};
  const wrap = (method: string): unknown => {
    const member = given[method];
    if (
      typeof member !== 'function' ||
      free === 'all' ||
      (free as readonly string[]).includes(method)
    )
      return member;
    const full = `${name}.${method}`;
    return (...args: unknown[]) => {
      enter(runtime, full, permission);
      return (member as (...all: unknown[]) => unknown)(...args);
    };
  };
  return new Proxy(wrapped, {
    get(target, property) {
      if (typeof property === 'symbol' || property === 'toJSON' || property === 'then')
        return undefined;
      if (property in target) return target[property];
      if (!(property in given)) throw new Error(`NOT FAKED: ${name}.${property}`);
      target[property] = wrap(property);
      return target[property];
    },
    set(_, property) {
      throw new Error(`NOT FAKED: setting ${name}.${String(property)}`);
    },
  }) as Real;
}
