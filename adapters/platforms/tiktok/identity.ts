/** Whom an ad speaks for. */
export interface Identity {
  readonly type: string;
  readonly id: string;
  /** The business centre that lends it, for the type BC_AUTH_TT. */
  readonly centre?: string;
}

/**
 * As a launch names it: `TYPE:id`, with the centre behind it where one lends it, or the bare id. The type
 * decides how the platform looks an id up, and no id tells its own.
 */
const form = /^(?:(CUSTOMIZED_USER|AUTH_CODE|TT_USER|BC_AUTH_TT):)?([\w-]+)(?::(\w+))?$/;

export function parseIdentity(value: string): Partial<Identity> | undefined {
  const [, type, id, centre] = form.exec(value.trim()) ?? [];
  if (id === undefined) return undefined;
  return { id, ...(type !== undefined && { type }), ...(centre !== undefined && { centre }) };
}

export const identityValue = ({ type, id, centre }: Identity): string =>
  centre === undefined ? `${type}:${id}` : `${type}:${id}:${centre}`;
