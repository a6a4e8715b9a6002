import { useState } from 'preact/hooks';
import type { Place } from '../../../../../core/base/event-places.ts';
import {
  faultLines,
  faultsOf,
  type Piece,
  piecesOf,
  placed,
} from '../../../../client/event-pieces.ts';
import { type AnswerOf, client, type InputOf } from '../../base/api.ts';
import { plural } from '../../base/words.ts';
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
  /** Where events of a file of this name can go. */
  placesFor: (file: string) => readonly Place[];
  onSent: () => void;
}

/** A CSV of events: looked through as a whole, and sent only without faults. */
export function SendEvents({ placesFor, onSent }: SendProps) {
  const [file, setFile] = useState<Opened>();
  const [to, setTo] = useState<readonly string[]>([]);
  const [told, setTold] = useState<readonly string[]>();
  const places = file === undefined ? [] : placesFor(file.name).filter(({ accepts }) => accepts);
  const chosen = places.filter(({ destination }) => to.includes(destination));
  const events = file?.pieces.reduce((sum, { rows }) => sum + rows.length, 0) ?? 0;
  const take = async ([first]: readonly File[]) => {
    if (first === undefined) return;
    setTold(undefined);
    // Customers that went to another company cannot be taken back: each file asks anew.
    setTo([]);
    setFile({ name: first.name, pieces: piecesOf(await first.text()) });
  };
  const hand = (
    { csv }: Piece,
    name: string,
    mode: 'check' | 'send',
  ): Promise<AnswerOf<'conversions.sendCsv'>> =>
    client.conversions.sendCsv({
      destinations: [...to],
      csv,
      mode,
      file: name.slice(0, 200),
    } as InputOf<'conversions.sendCsv'>);
  const send = async ({ name, pieces }: Opened) => {
    if (to.length === 0) return setTold(['Choose where these events go. Nothing was sent.']);
    const faults = await attempt(() => faultsOf(pieces, (piece) => hand(piece, name, 'check')));
    if (faults === undefined) return;
    if (faults.length > 0) return setTold(faultLines(faults));
    const refused: string[] = [];
    let accepted = 0;
    for (const piece of pieces) {
      const answer = await attempt(() => hand(piece, name, 'send'));
      if (answer === undefined) return;
      accepted += answer.accepted;
      refused.push(
        ...faultLines(
          answer.refused.map((each) => ({ ...each, cell: placed(piece, each.cell) ?? each.path })),
        ),
      );
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
              One event a row, with the columns Event ID, Name, Happened at, Value, Currency, Email,
              Phone, … Emails and phone numbers are hashed before anything is kept.
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
              chosen.length === 0 ? 'Choose where' : chosen.map(({ label }) => label).join(', ')
            }
          >
            <Checks
              value={to}
              onValue={(chosenNow) => {
                setTo(chosenNow);
                setTold(undefined);
              }}
              choices={places.map(({ destination, label, isLast }) => [
                destination,
                isLast ? (
                  <>
                    {label} <span class="hint">last used for files like this</span>
                  </>
                ) : (
                  label
                ),
              ])}
            />
          </Picker>
          <div class="dialog-actions">
            <Button onClick={() => setFile(undefined)}>Cancel</Button>
            <Button kind="primary" waits disabled={events === 0} onClick={() => send(file)}>
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
