import { useState } from 'preact/hooks';
import type { AnswerOf } from '../../../../client/client.ts';
import { client } from '../../base/api.ts';
import { labelOf, usePlatforms } from '../../base/platforms.ts';
import { useResource } from '../../base/resource.ts';
import type { AdAccount } from '../../base/shapes.ts';
import { count } from '../../base/words.ts';
import { Confirm, Dialog } from '../../parts/dialogs.tsx';
import { Form } from '../../parts/form.tsx';
import { Badge, Button, PageHead, ProblemNote, TextField, Waiting } from '../../parts/parts.tsx';
import { Table } from '../../parts/table.tsx';
import { attempt, say } from '../../parts/toasts.tsx';

type Workspace = AnswerOf<'workspaces.list'>['data'][number];

/** Which ad account belongs to which workspace: people can be given a role in one alone. */
export function WorkspacesPage() {
  const { data, problem, reload } = useResource('workspaces.list', { limit: 200 });
  const accounts = useResource('accounts.list', { limit: 200 });
  const [open, setOpen] = useState<Workspace | 'new'>();
  const [leaving, setLeaving] = useState<Workspace>();
  const act = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    if ((await attempt(work)) !== undefined) say(done);
    reload();
    accounts.reload();
  };
  const many = (id: string): number => accounts.data?.data.filter(({ workspaceId }) => workspaceId === id).length ?? 0;
  return (
    <>
      <PageHead title="Workspaces" lead="Ad accounts in groups. People can be given a role in one of them alone.">
        <Button kind="primary" icon="plus" onClick={() => setOpen('new')}>
          New workspace
        </Button>
      </PageHead>
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {data === undefined ? (
        !problem && <Waiting rows={3} />
      ) : (
        <Table narrow="stacks" label="Workspaces" head={['Name', 'Short name', 'Ad accounts', '']} numbers={[2]}>
          {data.data.map((workspace) => (
            <tr key={workspace.id}>
              <td class="grow strong" dir="auto">
                {workspace.name} {workspace.isDefault && <Badge tone="live">new accounts come here</Badge>}
              </td>
              <td class="ids">{workspace.slug}</td>
              <td class="number" data-name="ad accounts">
                {count(many(workspace.id))}
              </td>
              <td class="nowrap right">
                {!workspace.isDefault && (
                  <Button
                    kind="quiet"
                    onClick={() =>
                      void act(
                        () => client.workspaces.update({ id: workspace.id, isDefault: true }),
                        `New ad accounts come to ${workspace.name}.`,
                      )
                    }
                  >
                    Make default
                  </Button>
                )}
                <Button kind="quiet" label={`Rename ${workspace.name}`} onClick={() => setOpen(workspace)}>
                  Rename
                </Button>
                <Button kind="quiet" icon="trash" label={`Delete ${workspace.name}`} onClick={() => setLeaving(workspace)} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      <h2 class="section">Ad accounts</h2>
      {accounts.data === undefined || data === undefined ? (
        <Waiting rows={3} />
      ) : (
        <Members
          accounts={accounts.data.data}
          workspaces={data.data}
          onMove={(account, { id, name }) =>
            void act(() => client.workspaces.move({ id, accountIds: [account.id] }), `${account.name} is in ${name} now.`)
          }
        />
      )}
      <Dialog
        title={open === 'new' ? 'New workspace' : `Rename ${open?.name ?? ''}`}
        open={open !== undefined}
        onClose={() => setOpen(undefined)}
      >
        {open !== undefined && (
          <WorkspaceForm
            workspace={open === 'new' ? undefined : open}
            onSaved={() => {
              setOpen(undefined);
              reload();
            }}
          />
        )}
      </Dialog>
      <Confirm
        verb="Delete"
        name={leaving?.name}
        onClose={() => setLeaving(undefined)}
        onConfirm={() => {
          if (leaving) void act(() => client.workspaces.delete({ id: leaving.id }), `${leaving.name} is deleted.`);
          setLeaving(undefined);
        }}
      >
        <p>Only an empty workspace can be deleted: move its ad accounts and keys first.</p>
      </Confirm>
    </>
  );
}

interface MembersProps {
  readonly accounts: readonly AdAccount[];
  readonly workspaces: readonly Workspace[];
  readonly onMove: (account: AdAccount, workspace: Workspace) => void;
}

function Members({ accounts, workspaces, onMove }: MembersProps) {
  const platforms = usePlatforms();
  return (
    <Table narrow="stacks" label="Ad accounts by workspace" head={['Name', 'Id', 'Platform', 'Workspace']}>
      {accounts.map((account) => (
        <tr key={`${account.platform}:${account.id}`}>
          <td class="grow strong" dir="auto">
            {account.name}
          </td>
          <td class="ids">{account.id}</td>
          <td class="nowrap">{labelOf(platforms, account.platform)}</td>
          <td>
            <select
              aria-label={`Workspace of ${account.name}, ${account.id}`}
              value={account.workspaceId}
              onChange={(event) => {
                const workspace = workspaces.find(({ id }) => id === event.currentTarget.value);
                if (workspace) onMove(account, workspace);
              }}
            >
              {workspaces.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function WorkspaceForm({ workspace, onSaved }: { readonly workspace: Workspace | undefined; readonly onSaved: () => void }) {
  const [name, setName] = useState(workspace?.name ?? '');
  const send = (): Promise<unknown> =>
    workspace === undefined ? client.workspaces.create({ name }) : client.workspaces.update({ id: workspace.id, name });
  const finish = (): void => {
    say(`${name} is saved.`);
    onSaved();
  };
  return (
    <Form send={send} onDone={finish} button="Save">
      <TextField label="Name" required maxLength={100} value={name} onText={setName} />
    </Form>
  );
}
