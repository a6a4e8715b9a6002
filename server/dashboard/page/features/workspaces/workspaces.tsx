import { useState } from 'preact/hooks';
import { type AdAccount, client, type RowOf, useAccounts, useResource } from '../../base/api.ts';
import { labelOf, usePlatforms } from '../../base/platforms.ts';
import { count } from '../../base/words.ts';
import { act, say } from '../../parts/dialogs.tsx';
import { Form, named, Select, TextField } from '../../parts/fields.tsx';
import { ActionList, useCreate } from '../../parts/list-page.tsx';
import { Badge, Button, PageHead, Waiting } from '../../parts/parts.tsx';
import { List } from '../../parts/table.tsx';

type Workspace = RowOf<'workspaces.list'>;

export function WorkspacesPage() {
  const workspaces = useResource('workspaces.list', { limit: 200 });
  const accounts = useAccounts();
  const reload = () => {
    workspaces.reload();
    accounts.reload();
  };
  const form = (workspace: Workspace | undefined, done: () => void) => (
    <WorkspaceForm workspace={workspace} onSaved={done} />
  );
  const { create } = useCreate('New workspace', reload, (done) => form(undefined, done));
  const many = (id: string) =>
    accounts.data?.data.filter(({ workspaceId }) => workspaceId === id).length ?? 0;
  return (
    <>
      <PageHead
        title="Workspaces"
        lead="Ad accounts in groups. People can be given a role in one of them alone."
      >
        {create}
      </PageHead>
      <ActionList
        of={{ ...workspaces, reload }}
        lines={3}
        label="Workspaces"
        columns={[
          [
            'Name',
            ({ name, isDefault }) => (
              <>
                <bdi>{name}</bdi> {isDefault && <Badge tone="live">new accounts come here</Badge>}
              </>
            ),
            'grow strong',
          ],
          ['Short name', ({ slug }) => slug, 'ids'],
          ['Ad accounts', ({ id }) => count(many(id)), 'number', 'ad accounts'],
        ]}
        actions={({ id, name, isDefault }) =>
          !isDefault && (
            <Button
              kind="quiet"
              onClick={() =>
                act(
                  () => client.workspaces.update({ id, isDefault: true }),
                  `New ad accounts come to ${name}.`,
                  reload,
                )
              }
            >
              Make default
            </Button>
          )
        }
        edit={{ word: 'Rename', form }}
        ending={{
          call: ({ id }) => client.workspaces.delete({ id }),
          note: 'Only an empty workspace can be deleted: move its ad accounts and keys first.',
        }}
      />
      <h2 class="section">Ad accounts</h2>
      {accounts.data === undefined || workspaces.data === undefined ? (
        <Waiting rows={3} />
      ) : (
        <Members accounts={accounts.data.data} workspaces={workspaces.data.data} onMoved={reload} />
      )}
    </>
  );
}

interface MembersProps {
  accounts: readonly AdAccount[];
  workspaces: readonly Workspace[];
  onMoved: () => void;
}

function Members({ accounts, workspaces, onMoved }: MembersProps) {
  const platforms = usePlatforms();
  const move = (account: AdAccount, id: string) => {
    const to = workspaces.find((each) => each.id === id)?.name;
    return act(
      () => client.workspaces.move({ id, accountIds: [account.id] }),
      `${account.name} is in ${to} now.`,
      onMoved,
    );
  };
  return (
    <List
      label="Ad accounts by workspace"
      rows={accounts}
      keyOf={({ platform, id }) => `${platform}:${id}`}
      columns={[
        ['Name', ({ name }) => <bdi>{name}</bdi>, 'grow strong'],
        ['Id', ({ id }) => id, 'ids'],
        ['Platform', ({ platform }) => labelOf(platforms, platform), 'nowrap'],
        [
          'Workspace',
          (account) => (
            <Select
              aria-label={`Workspace of ${account.name}, ${account.id}`}
              value={account.workspaceId}
              choices={named(workspaces)}
              onValue={(id) => move(account, id)}
            />
          ),
        ],
      ]}
    />
  );
}

function WorkspaceForm({
  workspace,
  onSaved,
}: {
  workspace: Workspace | undefined;
  onSaved: () => void;
}) {
  const [name, setName] = useState(workspace?.name ?? '');
  const send = (): Promise<unknown> =>
    workspace === undefined
      ? client.workspaces.create({ name })
      : client.workspaces.update({ id: workspace.id, name });
  return (
    <Form
      send={send}
      onDone={() => {
        say(`${name} is saved.`);
        onSaved();
      }}
      button="Save"
    >
      <TextField label="Name" required maxLength={100} value={name} onValue={setName} />
    </Form>
  );
}
