import type { Identity as ListedIdentity } from '../../../../core/ports/platform-accounts.ts';
import { remembered } from '../../kit/anywhere.ts';
import { defined, rowsOf, said, text } from '../../kit/json.ts';
import type { Access, Api, Clock, Row } from '../../types.ts';
import { type Identity, identityValue, parseIdentity } from '../identity.ts';

export interface Identities {
  all(access: Access): Promise<readonly ListedIdentity[]>;
  /** Asks the platform for bare ids alone, once in ten minutes. Throws class 'missing'. */
  find(access: Access, value: string): Promise<Identity>;
}

const keptMs = 600_000;
const pageSize = 100;

export function createIdentities({ calls, wire }: Api, clock: Clock): Identities {
  /** The page count is wrong without a type: the last page is the one that is not full. */
  const readAll = async (access: Access) => {
    const rows: Row[] = [];
    for (let page = 1; ; page += 1) {
      const data = await calls.read(access, 'identity/get/', { page, page_size: pageSize });
      const found = rowsOf(data.identity_list);
      rows.push(...found);
      if (found.length < pageSize) return rows;
    }
  };

  const known = remembered(clock, keptMs, readAll);

  return {
    all: async (access) => (await readAll(access)).map(listedOf),
    async find(access, value) {
      const { type, id = value, centre } = parseIdentity(value) ?? {};
      if (type !== undefined && (type !== 'BC_AUTH_TT' || centre !== undefined))
        return { type, id, ...defined({ centre }) };
      const row = (await known(access)).find((each) => text(each.identity_id) === id);
      if (row !== undefined) return identityOf(row);
      const message = `There is no identity ${id.slice(0, 60)} in this ad account.`;
      const fix = 'Name one of the identities that the account has.';
      throw wire.error('missing', message, fix);
    },
  };
}

function identityOf(row: Row): Identity {
  return {
    type: said(row.identity_type),
    id: said(row.identity_id),
    ...defined({ centre: text(row.identity_authorized_bc_id) }),
  };
}

function listedOf(row: Row): ListedIdentity {
  const handle = text(row.username);
  return {
    value: identityValue(identityOf(row)),
    label: text(row.display_name) ?? handle ?? '',
    ...defined({ imageUrl: text(row.profile_image), handle }),
  };
}
