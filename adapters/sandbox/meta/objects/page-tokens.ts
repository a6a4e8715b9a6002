import { addToken, type Tokens } from '../../kit/tokens.ts';
import type { World } from '../../world.ts';
import { string } from '../graph/graph.ts';
import { tokenKind } from '../graph/tokens.ts';

/** The user's password was changed. */
const passwordChanged = 460;

/** The token dies, the page has a new one. */
export function replacePageToken(world: World, tokens: Tokens, token: string | undefined): void {
  const dead = token === undefined ? undefined : tokens.find(token);
  const page = world.get(string(dead?.data.page) ?? '');
  if (token === undefined || dead?.data.type !== 'PAGE' || page === undefined) return;
  if (tokens.revokedFor(token) !== undefined) return;
  tokens.revoke(token, passwordChanged);
  const next = `${token}-${world.sequence()}`;
  addToken(world, tokenKind, dead.company, next, dead.data);
  world.change(page.id, { access_token: next });
}
