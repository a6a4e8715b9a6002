import type { DemoPart, House } from '../../part.ts';

/** Two who have accepted, one after the other, and one who has not yet. */
async function invitePeople({ client, url, post }: House): Promise<void> {
  for (const [email, role] of [
    ['ann@harbour.example', 'admin'],
    ['ben@harbour.example', 'launcher'],
  ] as const) {
    await client.invites.create({ email, role });
    const token = (await post.linkTo(email)).split(/[^\w-]/).at(-1);
    const headers = { 'content-type': 'application/json', origin: url };
    const body = JSON.stringify({ token, accept: true });
    const { status } = await fetch(`${url}/dashboard/invite`, { method: 'POST', headers, body });
    if (status !== 200) throw new Error(`The invitation of ${email} was answered with ${status}.`);
  }
  await client.invites.create({ email: 'cleo@agency.example', role: 'viewer' });
}

export const demo: DemoPart = { furnish: invitePeople };
