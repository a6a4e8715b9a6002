import { useState } from 'preact/hooks';
import { type Answer, faultLines, faultsOf, type Piece, piecesOf, placed } from '../../../../client/event-pieces.ts';
import { type AnswerOf, client, type InputOf } from '../../base/api.ts';
import { labelOf, usePlatforms } from '../../base/platforms.ts';
import { count, plural } from '../../base/words.ts';
import { attempt, say } from '../../parts/dialogs.tsx';
import { Checks } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Button, DropZone } from '../../parts/parts.tsx';
import { Picker } from '../../parts/picker.tsx';

interface Opened {
  readonly name: string;
  readonly pieces: readonly Piece[];
}

interface SendProps {
  destinations: AnswerOf<'conversions.destinations'>['data'];
  onSent: () => void;
}

/** A CSV of events: looked through as a whole, and sent only without faults. */
export function SendEvents({ destinations, onSent }: SendProps) {
  const platforms = usePlatforms();
  const [file, setFile] = useState<Opened>();
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [told, setTold] = useState<readonly string[]>();
  const open = destinations.filter(({ accepts }) => accepts);
  const to = picked.length > 0 ? picked : open.slice(0, 1).map(({ destination }) => destination);
  const events = file?.pieces.reduce((sum, { rows }) => sum + rows.length, 0) ?? 0;
  const take = async ([first]: readonly File[]) => {
    if (first === undefined) return;
    setTold(undefined);
    setFile({ name: first.name, pieces: piecesOf(await first.text()) });
  };
  const hand = ({ csv }: Piece, mode: 'check' | 'send'): Promise<Answer> =>
    client.conversions.sendCsv({ destinations: [...to], csv, mode } as InputOf<'conversions.sendCsv'>);
  const send = async ({ pieces }: Opened) => {
    const faults = await attempt(() => faultsOf(pieces, (piece) => hand(piece, 'check')));
    if (faults === undefined) return;
    if (faults.length > 0) return setTold(faultLines(faults));
    const refused: string[] = [];
    let accepted = 0;
    for (const piece of pieces) {
      const answer = await attempt(() => hand(piece, 'send'));
      if (answer === undefined) return;
      accepted += answer.accepted;
      refused.push(...faultLines(answer.refused.map((each) => ({ ...each, cell: placed(piece, each.cell) ?? each.path }))));
    }
    setTold(refused);
    if (refused.length === 0) setFile(undefined);
    say(`${plural(accepted, 'event')} on the way.`);
    onSent();
  };
  return (
    <section class="card stack" aria-label="Send events">
      {file === undefined ? (
        <DropZone accept=".csv,text/csv" onFiles={(files) => void take(files)}>
          <Icon name="file" size={22} />
          <span>
            <strong>Send events from a CSV</strong>
            <span class="hint">
              One event a row, with the columns Event ID, Name, Happened at, Value, Currency, Email, Phone, … Emails and phone
              numbers are hashed before anything is kept.
            </span>
          </span>
        </DropZone>
      ) : (
        <>
          <p>
            <strong dir="auto">{file.name}</strong>, {plural(events, 'event')}
          </p>
          <Picker
            label="To"
            picked={
              to.length === 1
                ? (open.find(({ destination }) => destination === to[0])?.name ?? to[0])
                : `${count(to.length)} places`
            }
          >
            <Checks
              value={to}
              onValue={setPicked}
              choices={open.map(({ destination, name, id, platform }) => [
                destination,
                `${name} (${labelOf(platforms, platform)}, ${id})`,
              ])}
            />
          </Picker>
          <div class="dialog-actions">
            <Button onClick={() => setFile(undefined)}>Cancel</Button>
            <Button kind="primary" waits disabled={to.length === 0 || events === 0} onClick={() => send(file)}>
              Send {plural(events, 'event')}
            </Button>
          </div>
        </>
      )}
      {told !== undefined && told.length > 0 && (
        <div class="note bad" role="alert">
          <ul>
            {told.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
