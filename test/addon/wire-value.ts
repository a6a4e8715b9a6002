/** Values as JSON that keeps what JSON drops: undefined, and numbers that are none. */
type Wire = readonly [type: string, ...content: unknown[]];

export function toWire(value: unknown): Wire {
  if (value === undefined) return ['undefined'];
  if (typeof value === 'number' && !Number.isFinite(value)) return ['number', String(value)];
  if (Array.isArray(value)) return ['list', ...value.map(toWire)];
  if (value === null || typeof value !== 'object') return ['value', value];
  return [
    'object',
    ...Object.keys(value).map(
      (name) => [name, toWire((value as { [name: string]: unknown })[name])] as const,
    ),
  ];
}

export function fromWire(wire: Wire): unknown {
  const [type, ...rest] = wire;
  switch (type) {
    case 'undefined':
      return undefined;
    case 'number':
      return Number(rest[0]);
    case 'list':
      return (rest as Wire[]).map(fromWire);
    case 'object': {
      const object: { [name: string]: unknown } = {};
      // Defined, not assigned: a member may be called __proto__.
      for (const [name, value] of rest as [string, Wire][])
        Object.defineProperty(object, name, {
          value: fromWire(value),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      return object;
    }
    default:
      return rest[0];
  }
}
