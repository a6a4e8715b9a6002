import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { Client } from '../../client/client.ts';

/** Where the service of the demo sends its mails: nothing leaves the machine. */
interface Post {
  readonly url: string;
  /** The address in the last mail to a person. */
  linkTo(email: string): Promise<string>;
  stop(): void;
}

/** As much of SMTP as our own mails need. */
export async function openPost(): Promise<Post> {
  const links = new Map<string, string>();
  let arrived: () => void = () => undefined;
  const server = createServer((socket) => {
    const say = (line: string): unknown => socket.write(`${line}\r\n`);
    let to = '';
    let mail: string | undefined;
    say('220 demo');
    createInterface({ input: socket }).on('line', (line) => {
      if (mail === undefined) {
        to = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1] ?? to;
        if (/^DATA$/i.test(line)) mail = '';
        say(mail === '' ? '354 Go on' : /^QUIT$/i.test(line) ? '221 Bye' : '250 OK');
      } else if (line === '.') {
        links.set(to, /https?:\/\/\S+/.exec(mail.replaceAll('=3D', '='))?.[0] ?? '');
        mail = undefined;
        say('250 OK');
        arrived();
      } else {
        // An equals sign at its end joins a line to the next.
        mail += line.endsWith('=') ? line.slice(0, -1) : `${line}\n`;
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async linkTo(email) {
      while (!links.has(email))
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      return links.get(email) ?? '';
    },
    stop: () => void server.close(),
  };
}

/** Two who have accepted, one after the other, and one who has not yet. */
export async function invitePeople(client: Client, url: string, post: Post): Promise<void> {
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
