import { useState } from 'preact/hooks';
import { Field } from './fields.tsx';
import { Button } from './parts.tsx';

/** ISO 3166-1. */
const CODES =
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD
  CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF
  GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN
  KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
  NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI
  SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI
  VN VU WF WS YE YT ZA ZM ZW`.split(/\s+/);

const names = new Intl.DisplayNames(['en'], { type: 'region' });
const nameOf = (code: string): string => names.of(code) ?? code;

/** By its name, or by its two letters. */
const codeOf = (text: string): string | undefined =>
  CODES.find(
    (code) => code === text.toUpperCase() || nameOf(code).toLowerCase() === text.toLowerCase(),
  );

interface CountriesFieldProps {
  label: string;
  /** Codes with commas between them. */
  value: string;
  onValue: (codes: string) => void;
}

/** Countries are found by their names; several can be typed or pasted with commas between them. */
export function CountriesField({ label, value, onValue }: CountriesFieldProps) {
  const [typed, setTyped] = useState('');
  const [unknown, setUnknown] = useState('');
  const chosen = value.split(',').filter(Boolean);
  const add = (text: string) => {
    const parts = text.split(/[,;\n]/).map((each) => each.trim());
    const found = parts.flatMap((each) => codeOf(each) ?? []);
    const left = parts.filter((each) => each !== '' && codeOf(each) === undefined).join(', ');
    onValue([...new Set([...chosen, ...found])].join(','));
    setTyped(left);
    setUnknown(left);
  };
  return (
    <div class="stack">
      <Field label={label} {...(unknown !== '' && { hint: `No country is called ${unknown}.` })}>
        <input
          list="countries"
          placeholder="Germany"
          autocomplete="off"
          value={typed}
          onInput={({ currentTarget: { value: text } }) => {
            // The whole name: one of the list was taken.
            if (text.length > 3 && codeOf(text) !== undefined) add(text);
            else setTyped(text);
          }}
          onChange={(event) => add(event.currentTarget.value)}
        />
      </Field>
      <datalist id="countries">
        {CODES.map((code) => (
          <option key={code} value={nameOf(code)} />
        ))}
      </datalist>
      {chosen.length > 0 && (
        <div class="saved-views">
          {chosen.map((code) => (
            <span key={code} class="chip">
              {nameOf(code)}
              <Button
                kind="quiet"
                icon="close"
                label={`Remove ${nameOf(code)}`}
                onClick={() => onValue(chosen.filter((each) => each !== code).join(','))}
              />
            </span>
          ))}
        </div>
      )}
    </div>
  );
}
