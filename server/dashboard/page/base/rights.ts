import type { Me } from './shapes.ts';

export const may = (me: Me, scope: string): boolean =>
  me.key.scopes.some((each) => each === scope || (each === 'admin' && scope !== 'operator'));

export const isAdmin = ({ me }: { readonly me: Me }): boolean => may(me, 'admin');
export const isOperator = ({ me }: { readonly me: Me }): boolean => may(me, 'operator');
