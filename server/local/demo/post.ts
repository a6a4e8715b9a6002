import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';

/** Where the service of the demo sends its mails: nothing leaves the machine. */
export interface Post {
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
