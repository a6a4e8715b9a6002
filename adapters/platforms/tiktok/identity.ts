export interface Identity {
  readonly type: string;
  readonly id: string;
  /** The business centre that lends it, for BC_AUTH_TT. */
  readonly centre?: string;
}

/**
 * `TYPE:id`, with the lending centre behind it, or the bare id. The platform needs the type, and no
 * id tells its own.
 */
const form = /^(?:(CUSTOMIZED_USER|AUTH_CODE|TT_USER|BC_AUTH_TT):)?([\w-]+)(?::(\w+))?$/;

export function parseIdentity(value: string): Partial<Identity> | undefined {
  const [, type, id, centre] = form.exec(value.trim()) ?? [];
  if (id === undefined) return undefined;
  return { id, ...(type !== undefined && { type }), ...(centre !== undefined && { centre }) };
}

export const identityValue = ({ type, id, centre }: Identity) =>
  centre === undefined ? `${type}:${id}` : `${type}:${id}:${centre}`;
