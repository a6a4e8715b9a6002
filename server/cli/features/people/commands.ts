import type { AnswerOf, Client, InputOf } from '../../../client/client.ts';
import { asking, listed, minute } from '../../base/asking.ts';
import {
  type Command,
  type CommandInput,
  type Flags,
  text,
  UsageFault,
} from '../../base/command.ts';
import { sayTable } from '../../base/table.ts';

type Rights = Pick<AnswerOf<'people.list'>['data'][number], 'role' | 'workspaces'>;

const day = (at: string | null): string => minute(at) ?? 'never';

const rightsOf = ({ role, workspaces }: Rights): string =>
  [
    ...(role === null ? [] : [role]),
    ...workspaces.map((each) => `${each.role} in ${each.workspaceId}`),
  ].join(', ') || 'none';

const notes = ['Needs a key with the scope admin. Roles: viewer, launcher, manager, admin.'];
const roleFlags: Flags = {
  role: {
    type: 'string',
    what: 'In the whole company: viewer, launcher, manager or admin; none takes it away',
  },
  workspace: {
    type: 'string',
    what: 'Roles in single workspaces: ws_4fT…=viewer, with commas between them',
  },
};

/** What --role and --workspace say; what is no role is refused by the service, in its words. */
function grantsOf({ flags }: CommandInput) {
  const role = text(flags.role);
  const workspaces = listed(flags.workspace)?.map((each) => {
    const [workspaceId = '', held] = each.split('=');
    if (held === undefined)
      throw new UsageFault(`--workspace ${each} has no role. Write it like ws_4fT…=viewer.`);
    return { workspaceId, role: held };
  });
  return {
    ...(role !== undefined && { role: role === 'none' ? null : role }),
    ...(workspaces && { workspaces }),
  };
}

const fields = { role: 'role', workspaces: 'workspace' };

const WHO = 'Who? Give the e-mail address or the id: `slipway people list` shows them.';

/** By its id, or by the e-mail address of the person. */
async function personOf(client: Client, who: string): Promise<string> {
  if (!who.includes('@')) return who;
  const found = (await allPeople(client)).find(({ email }) => email === who.toLowerCase());
  if (found === undefined)
    throw new UsageFault(
      `No person here has the address ${who}. \`slipway people list\` shows who has which.`,
    );
  return found.id;
}

async function allPeople(client: Client) {
  const people = [];
  for (let page = 1; ; page++) {
    const { data, pagination } = await client.people.list({ limit: 200, page });
    people.push(...data);
    if (!pagination.hasMore) return people;
  }
}

export const commands: readonly Command[] = [
  asking({
    name: 'people list',
    summary: 'List the people of the company, and who is invited',
    usage: '',
    notes,
    examples: ['slipway people list', 'slipway people list --json | jq -r .data[].email'],
    async ask(client) {
      const data = await allPeople(client);
      const { data: invites } = await client.invites.list({ limit: 200 });
      return { success: true, data, invites };
    },
    show({ data, invites }, screen) {
      const people = data.map((person) => [
        person.id,
        person.email,
        rightsOf(person),
        `seen ${day(person.lastSeenAt)}`,
      ]);
      const invited = invites.map((invite) => [
        invite.id,
        invite.email,
        rightsOf(invite),
        invite.status === 'open' ? `invited until ${day(invite.expiresAt)}` : 'invitation expired',
      ]);
      sayTable(screen, [['id', 'address', 'role', ''], ...people, ...invited]);
    },
  }),
  asking({
    name: 'people invite',
    summary: 'Invite a person by e-mail address, with a role; again: send the link again',
    usage: 'ADDRESS --role ROLE [--workspace ID=ROLE,…]',
    words: ['Whom? For example: slipway people invite ann@example.com --role launcher'],
    notes,
    examples: [
      'slipway people invite ann@example.com --role launcher',
      'slipway people invite ben@example.com --workspace ws_4fT…=manager',
    ],
    flags: roleFlags,
    fields,
    async ask(client, [email = ''], input) {
      const grants = grantsOf(input);
      const known = (await client.invites.list({ limit: 200 })).data.find(
        (each) => each.email === email.toLowerCase(),
      );
      if (known !== undefined && Object.keys(grants).length === 0)
        return client.invites.resend({ id: known.id });
      return client.invites.create({ email, ...grants } as InputOf<'invites.create'>);
    },
    show(invite, screen) {
      const how =
        invite.sentAt === null ? 'nothing was mailed: tell them to sign in' : 'the link was mailed';
      screen.say(
        `  ${invite.email} is invited until ${day(invite.expiresAt)} (${rightsOf(invite)}); ${how}.`,
      );
    },
  }),
  asking({
    name: 'people role',
    summary: 'Give a person another role',
    usage: 'ADDRESS|ID [--role ROLE] [--workspace ID=ROLE,…]',
    words: [WHO],
    notes,
    examples: [
      'slipway people role ann@example.com --role manager',
      'slipway people role pe_4fT… --role none --workspace ws_4fT…=viewer',
    ],
    flags: roleFlags,
    fields,
    async ask(client, [who = ''], input) {
      const grants = grantsOf(input);
      if (Object.keys(grants).length === 0)
        throw new UsageFault('Which role? Give --role, or --workspace.');
      return client.people.update({
        id: await personOf(client, who),
        ...grants,
      } as InputOf<'people.update'>);
    },
    show: (person, screen) =>
      screen.say(`  ${person.email}: ${rightsOf(person)}, from the next request on.`),
  }),
  asking({
    name: 'people remove',
    summary: 'Remove a person, who is signed out everywhere, or withdraw an invitation',
    usage: 'ADDRESS|ID',
    words: [WHO],
    notes,
    examples: ['slipway people remove ann@example.com', 'slipway people remove iv_4fT…'],
    async ask(client, [who = ''], { screen }) {
      const { data } = await client.invites.list({ limit: 200 });
      const invite = data.find(({ id, email }) => id === who || email === who.toLowerCase());
      const id = invite?.id ?? (await personOf(client, who));
      await (invite === undefined ? client.people.remove({ id }) : client.invites.withdraw({ id }));
      screen.say(
        invite === undefined
          ? `  ${who} is removed and signed out everywhere.`
          : `  ${who} is not invited any more.`,
      );
      return { success: true, id };
    },
  }),
  asking({
    name: 'people sessions',
    summary: 'List who is signed in, and from where',
    usage: '',
    notes,
    examples: ['slipway people sessions'],
    ask: (client) => client.sessions.list({ everyone: true, limit: 200 }),
    show({ data }, screen) {
      const rows = data.map(({ id, holder, signedInBy, beganAt, expiresAt, address }) => [
        id,
        holder.name,
        signedInBy,
        day(beganAt),
        day(expiresAt),
        address ?? '',
      ]);
      sayTable(screen, [['id', 'who', 'by', 'since', 'until', 'from'], ...rows]);
    },
  }),
  {
    ...asking({
      name: 'people sign-out',
      summary: 'End all sessions of a person, or one session',
      usage: 'ADDRESS|ID|--session ID',
      notes,
      examples: [
        'slipway people sign-out ann@example.com',
        'slipway people sign-out --session 4fT…',
      ],
      flags: {
        session: {
          type: 'string',
          what: 'This session alone: `slipway people sessions` shows their ids',
        },
      },
      async ask(client, _, { words: [who], flags, screen }) {
        const id = text(flags.session);
        if (id === undefined) {
          if (who === undefined) throw new UsageFault(WHO);
          const answer = await client.people.signOut({ id: await personOf(client, who) });
          screen.say(`  ${answer.ended} sessions have ended.`);
          return answer;
        }
        await client.sessions.revoke({ id });
        screen.say('  The session has ended.');
        return { success: true, ended: 1 };
      },
    }),
    words: 1,
  },
];
