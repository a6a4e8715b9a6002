import { useState } from 'preact/hooks';
import { base, client, type RowOf, useResource } from '../../base/api.ts';
import { ago, dayOf } from '../../base/words.ts';
import { act, useConfirm } from '../../parts/dialogs.tsx';
import { Check } from '../../parts/fields.tsx';
import { Button, Copy, Empty, PageHead } from '../../parts/parts.tsx';
import { ResourceList } from '../../parts/table.tsx';
import { MAY } from './words.ts';

export function GrantsPage({ mayAll }: { mayAll: boolean }) {
  const [everyone, setEveryone] = useState(false);
  const grants = useResource('grants.list', { limit: 200, ...(everyone && { everyone: true }) });
  const ending = useConfirm<RowOf<'grants.list'>>(
    'End',
    (grant) => grant.client,
    ({ id, client: name }) => act(() => client.grants.end({ id }), `${name} is disconnected.`, grants.reload),
  );
  const address = `${location.origin}${base}/mcp`;
  return (
    <>
      <PageHead title="Programs" lead="Assistants that act for you over the Model Context Protocol. They approve nothing." />
      <p>
        The address for assistants: <code>{address}</code> <Copy text={address} label="Copy the address" />
      </p>
      {mayAll && (
        <Check value={everyone} onValue={setEveryone}>
          Show everyone’s
        </Check>
      )}
      <ResourceList
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
          ['May', ({ may }) => <span title={may.map((each) => MAY[each]).join('; ')}>{may.join(', ')}</span>, 'nowrap', 'may'],
          ['Last used', ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : ago(lastUsedAt)), 'nowrap', 'used'],
          ['Ends unused', ({ expiresAt }) => dayOf(expiresAt), 'nowrap', 'ends'],
          [
            '',
            (grant) => <Button kind="quiet" icon="trash" label={`End ${grant.client}`} onClick={() => ending.ask(grant)} />,
            'nowrap right corner',
          ],
        ]}
      />
      {ending.question('Its next request is refused. Plans it made stay, and can be declined under Rules, Approvals.')}
    </>
  );
}
