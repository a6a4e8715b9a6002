import { useState } from 'preact/hooks';
import { base, client, useResource } from '../../base/api.ts';
import { ago, dayOf } from '../../base/words.ts';
import { Check } from '../../parts/fields.tsx';
import { ActionList } from '../../parts/list-page.tsx';
import { Copy, Empty, PageHead } from '../../parts/parts.tsx';
import { MAY } from './words.ts';

export function GrantsPage({ mayAll }: { mayAll: boolean }) {
  const [everyone, setEveryone] = useState(false);
  const grants = useResource('grants.list', { limit: 200, ...(everyone && { everyone: true }) });
  const address = `${location.origin}${base}/mcp`;
  return (
    <>
      <PageHead
        title="Programs"
        lead="Assistants that act for you over the Model Context Protocol. They approve nothing."
      />
      <p>
        The address for assistants: <code>{address}</code>{' '}
        <Copy text={address} label="Copy the address" />
      </p>
      {mayAll && (
        <Check value={everyone} onValue={setEveryone}>
          Show everyone’s
        </Check>
      )}
      <ActionList
        of={grants}
        lines={3}
        label="Programs"
        empty={
          <Empty icon="bolt" title="No program is connected">
            In claude.ai, ChatGPT or another assistant add a connector with this address.
          </Empty>
        }
        columns={[
          [
            'Program',
            ({ client: name, host }) => (
              <>
                <bdi>{name}</bdi> <span class="hint">{host}</span>
              </>
            ),
            'grow strong',
          ],
          ['Acts for', ({ holder }) => <bdi>{holder.name}</bdi>, '', 'for'],
          [
            'May',
            ({ may }) => (
              <span title={may.map((each) => MAY[each]).join('; ')}>{may.join(', ')}</span>
            ),
            'nowrap',
            'may',
          ],
          [
            'Last used',
            ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : ago(lastUsedAt)),
            'nowrap',
            'used',
          ],
          ['Ends unused', ({ expiresAt }) => dayOf(expiresAt), 'nowrap', 'ends'],
        ]}
        corner
        nameOf={({ client: name }) => name}
        ending={{
          verb: 'End',
          call: ({ id }) => client.grants.end({ id }),
          said: (name) => `${name} is disconnected.`,
          note: 'Its next request is refused. Plans it made stay, and can be declined under Rules, Approvals.',
        }}
      />
    </>
  );
}
