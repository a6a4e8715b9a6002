import { SMTPServer } from 'smtp-server';
import type { Client } from '../../server/client/client.ts';

/** Where the service of the demo sends its mails: nothing leaves the machine. */
interface Post {
  readonly url: string;
  /** The address in the first mail to somebody. */
  linkTo(email: string): Promise<string>;
  stop(): void;
}

export async function openPost(): Promise<Post> {
  const links = new Map<string, string>();
  let arrived: () => void = () => undefined;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk;
      });
      stream.on('end', () => {
        const [link = ''] = /https?:\/\/\S+/.exec(text.replace(/=\r\n/g, '').replaceAll('=3D', '=')) ?? [];
        for (const { address } of envelope.rcptTo) links.set(address, link);
        arrived();
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.server.unref();
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    async linkTo(email) {
      while (!links.has(email))
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      return links.get(email) ?? '';
    },
    stop: () => server.close(),
  };
}

/** Two who have accepted, one after the other, and one who has not yet. */
export async function invitePeople(client: Client, url: string, post: Post): Promise<void> {
  for (const [email, role] of [
    ['ann@harbour.example', 'admin'],
    ['ben@harbour.example', 'launcher'],
  ] as const) {
    await client.invites.create({ email, role });
    const token = /[\w-]{20,}$/.exec(await post.linkTo(email))?.[0];
    const headers = { 'content-type': 'application/json', origin: url };
    const body = JSON.stringify({ token, accept: true });
    const { status } = await fetch(`${url}/dashboard/invite`, { method: 'POST', headers, body });
    if (status !== 200) throw new Error(`The invitation of ${email} was answered with ${status}.`);
  }
  await client.invites.create({ email: 'cleo@agency.example', role: 'viewer' });
}
