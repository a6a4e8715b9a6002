import { filled } from './fill.ts';
import type { Language } from './languages.ts';

/**
 * What core says, which speaks English alone: names of figures, groupings and days, lines of plans, faults of rows. A text is
 * translated phrase by phrase; what stands for a {placeholder} stays as it is, and so does a phrase that is not here.
 */
type Phrase = readonly [en: string, de: string, es: string];

/** Texts that are a name as a whole, or begin with it: `Spend (EUR) before`. */
const names: readonly Phrase[] = [
  ['Spend', 'Ausgaben', 'Gasto'],
  ['Impressions', 'Impressionen', 'Impresiones'],
  ['Clicks', 'Klicks', 'Clics'],
  ['Click-through rate', 'Klickrate', 'Porcentaje de clics'],
  ['Cost per 1,000 impressions', 'Kosten pro 1.000 Impressionen', 'Coste por 1000 impresiones'],
  ['Cost per click', 'Kosten pro Klick', 'Coste por clic'],
  ['Results', 'Ergebnisse', 'Resultados'],
  ['Cost per result', 'Kosten pro Ergebnis', 'Coste por resultado'],
  ['Conversions', 'Conversions', 'Conversiones'],
  ['Conversion value', 'Conversion-Wert', 'Valor de conversión'],
  ['Return on ad spend', 'Rendite der Werbeausgaben', 'Retorno de la inversión publicitaria'],
  ['Reach', 'Reichweite', 'Alcance'],
  ['Frequency', 'Häufigkeit', 'Frecuencia'],
  ['Ad ID', 'Anzeigen-ID', 'ID del anuncio'],
  ['Ad set ID', 'Anzeigengruppen-ID', 'ID del conjunto de anuncios'],
  ['Campaign ID', 'Kampagnen-ID', 'ID de la campaña'],
  ['Ad account ID', 'Werbekonto-ID', 'ID de la cuenta publicitaria'],
  ['Ad account', 'Werbekonto', 'Cuenta publicitaria'],
  ['Ad set', 'Anzeigengruppe', 'Conjunto de anuncios'],
  ['Ad', 'Anzeige', 'Anuncio'],
  ['Campaign', 'Kampagne', 'Campaña'],
  ['Platform', 'Plattform', 'Plataforma'],
  ['Country', 'Land', 'País'],
  ['Currency', 'Währung', 'Moneda'],
  ['Day', 'Tag', 'Día'],
  ['Week', 'Woche', 'Semana'],
  ['Month', 'Monat', 'Mes'],
  ['Today', 'Heute', 'Hoy'],
  ['Yesterday', 'Gestern', 'Ayer'],
  ['Last 7 days', 'Letzte 7 Tage', 'Últimos 7 días'],
  ['Last 14 days', 'Letzte 14 Tage', 'Últimos 14 días'],
  ['Last 30 days', 'Letzte 30 Tage', 'Últimos 30 días'],
  ['Last 90 days', 'Letzte 90 Tage', 'Últimos 90 días'],
  ['This month', 'Dieser Monat', 'Este mes'],
  ['Last month', 'Letzter Monat', 'Mes pasado'],
  ['The days before', 'Die Tage davor', 'Los días anteriores'],
  ['The same days a month before', 'Dieselben Tage im Monat davor', 'Los mismos días del mes anterior'],
  ['The same days a year before', 'Dieselben Tage im Jahr davor', 'Los mismos días del año anterior'],
  ['Pacing', 'Budgetverlauf', 'Ritmo de gasto'],
  ['Weekly review', 'Wochenrückblick', 'Resumen semanal'],
  ['Top creatives', 'Beste Anzeigen', 'Mejores anuncios'],
  [
    'Pacing: this month by account, against last month, and where it leads',
    'Budgetverlauf: dieser Monat nach Konto, verglichen mit dem letzten, und wohin er führt',
    'Ritmo de gasto: este mes por cuenta, frente al anterior, y adónde lleva',
  ],
  [
    'Weekly review: the last 7 days by campaign, against the 7 before',
    'Wochenrückblick: die letzten 7 Tage nach Kampagne, verglichen mit den 7 davor',
    'Resumen semanal: los últimos 7 días por campaña, frente a los 7 anteriores',
  ],
  [
    'Creative top list: the 20 ads that spent most in 30 days',
    'Beste Anzeigen: die 20 mit den höchsten Ausgaben in 30 Tagen',
    'Mejores anuncios: los 20 que más gastaron en 30 días',
  ],
];

/** Behind names, in headers of reports. */
const endings: readonly Phrase[] = [
  [' by the end of the month', ' bis Monatsende', ' a fin de mes'],
  [' before', ' davor', ' antes'],
  [' change', ', Veränderung', ', variación'],
];

/** Anywhere in a text. */
const phrases: readonly Phrase[] = [
  ['Create paused ad {ad} in {set}', 'Anzeige {ad} pausiert in {set} erstellen', 'Crear el anuncio {ad}, en pausa, en {set}'],
  ['Create active ad {ad} in {set}', 'Anzeige {ad} aktiv in {set} erstellen', 'Crear el anuncio {ad}, activo, en {set}'],
  [
    '{link} is not a link. It must start with https:// or http:// and name a host.',
    '{link} ist kein Link. Er muss mit https:// oder http:// beginnen und eine Adresse nennen.',
    '{link} no es un enlace. Debe empezar por https:// o http:// e indicar un dominio.',
  ],
  [
    '{link} is not an address. It must start with https:// or http://.',
    '{link} ist keine Adresse. Sie muss mit https:// oder http:// beginnen.',
    '{link} no es una dirección. Debe empezar por https:// o http://.',
  ],
  ['There is no ad account {id} here.', 'Hier gibt es kein Werbekonto {id}.', 'Aquí no hay ninguna cuenta publicitaria {id}.'],
  [
    'There is no ad set {id} in {account}.',
    'In {account} gibt es keine Anzeigengruppe {id}.',
    'En {account} no hay ningún conjunto de anuncios {id}.',
  ],
  [
    'There is no ad group {id} in {account}.',
    'In {account} gibt es keine Anzeigengruppe {id}.',
    'En {account} no hay ningún grupo de anuncios {id}.',
  ],
  [
    'There is no ad squad {id} in {account}.',
    'In {account} gibt es keine Anzeigengruppe {id}.',
    'En {account} no hay ningún grupo de anuncios {id}.',
  ],
  [
    'There is no campaign {id} in {account}.',
    'In {account} gibt es keine Kampagne {id}.',
    'En {account} no hay ninguna campaña {id}.',
  ],
  [' is missing: give the ad a name.', ' fehlt: Geben Sie der Anzeige einen Namen.', ' falta: dé un nombre al anuncio.'],
  [' is missing: name at least one ', ' fehlt: Nennen Sie mindestens eine: ', ' falta: indique al menos uno: '],
  [
    ' is missing: every ad but a partnership-code ad needs at least one image or video.',
    ' fehlen: Jede Anzeige außer einer mit Partnerschaftscode braucht mindestens ein Bild oder Video.',
    ' faltan: todo anuncio, salvo los de código de colaboración, necesita al menos una imagen o un vídeo.',
  ],
  [' is missing: the text of the ad.', ' fehlt: der Text der Anzeige.', ' falta: el texto del anuncio.'],
  [' is missing: the text of the post.', ' fehlt: der Text des Beitrags.', ' falta: el texto de la publicación.'],
  [
    ' is missing: the page that the ad leads to.',
    ' fehlt: die Seite, zu der die Anzeige führt.',
    ' falta: la página a la que lleva el anuncio.',
  ],
  [
    ' is missing: the identity the ad speaks for.',
    ' fehlt: die Identität, für die die Anzeige spricht.',
    ' falta: la identidad del anuncio.',
  ],
  [
    ' is missing: the organization the ad speaks for.',
    ' fehlt: die Organisation, für die die Anzeige spricht.',
    ' falta: la organización del anuncio.',
  ],
  [
    ' is missing: the public profile the ad speaks for.',
    ' fehlt: das öffentliche Profil, für das die Anzeige spricht.',
    ' falta: el perfil público del anuncio.',
  ],
  [
    " is missing: the board that the ad's pin is put on.",
    ' fehlt: die Pinnwand, auf die der Pin der Anzeige kommt.',
    ' falta: el tablero del pin del anuncio.',
  ],
  [' is missing: the post to boost.', ' fehlt: der Beitrag, der beworben wird.', ' falta: la publicación que se promociona.'],
  [
    ' is missing: every card of a carousel needs one.',
    ' fehlt: Jede Karte eines Karussells braucht einen.',
    ' falta: cada tarjeta de un carrusel necesita uno.',
  ],
  [' is missing: ', ' fehlt: ', ' falta: '],
  [' is missing.', ' fehlt.', ' falta.'],
  [
    ' Choose one from the list in this cell.',
    ' Wählen Sie aus der Liste in dieser Zelle.',
    ' Elija uno de la lista de esta celda.',
  ],
  [
    ' This sheet has no column “{header}”: add one.',
    ' Dieses Blatt hat keine Spalte „{header}“: Fügen Sie sie hinzu.',
    ' Esta hoja no tiene la columna «{header}»: añádala.',
  ],
  [
    'The ad account {id} is {status}; the platform takes no ads for it.',
    'Das Werbekonto {id} ist {status}; die Plattform nimmt keine Anzeigen dafür an.',
    'La cuenta {id} está {status}; la plataforma no acepta anuncios en ella.',
  ],
  [
    ' is named twice for this ad. Remove one, or add the ad a second time if you want it twice.',
    ' steht zweimal bei dieser Anzeige. Entfernen Sie eine, oder fügen Sie die Anzeige noch einmal hinzu.',
    ' figura dos veces en este anuncio. Quite una, o añada el anuncio otra vez si lo quiere dos veces.',
  ],
  [' and takes no more ads.', ' und nimmt keine Anzeigen mehr an.', ' y no admite más anuncios.'],
  [
    'A single ad shows one media item; these are {n}.',
    'Eine Einzelanzeige zeigt ein Medium; dies sind {n}.',
    'Un anuncio individual muestra un elemento; estos son {n}.',
  ],
  [
    'A carousel has 2 to 10 cards; this one has {n}.',
    'Ein Karussell hat 2 bis 10 Karten; dieses hat {n}.',
    'Un carrusel tiene de 2 a 10 tarjetas; este tiene {n}.',
  ],
  [
    'The text of an ad has at most {n} characters',
    'Der Text einer Anzeige hat höchstens {n} Zeichen',
    'El texto de un anuncio tiene como máximo {n} caracteres',
  ],
  [
    'A headline has at most {n} characters',
    'Eine Überschrift hat höchstens {n} Zeichen',
    'Un titular tiene como máximo {n} caracteres',
  ],
  [
    'A description has at most {n} characters',
    'Eine Beschreibung hat höchstens {n} Zeichen',
    'Una descripción tiene como máximo {n} caracteres',
  ],
  ['A name has at most {n} characters', 'Ein Name hat höchstens {n} Zeichen', 'Un nombre tiene como máximo {n} caracteres'],
  [
    'A brand name has at most {n} characters',
    'Ein Markenname hat höchstens {n} Zeichen',
    'Un nombre de marca tiene como máximo {n} caracteres',
  ],
  ['; this one has {n}.', '; dieser hat {n}.', '; este tiene {n}.'],
  [
    'The platform takes JPG and PNG images. Convert this one.',
    'Die Plattform nimmt Bilder als JPG und PNG. Wandeln Sie dieses um.',
    'La plataforma admite imágenes JPG y PNG. Convierta esta.',
  ],
  [
    'The platform takes JPG, PNG and GIF images. Convert this one.',
    'Die Plattform nimmt Bilder als JPG, PNG und GIF. Wandeln Sie dieses um.',
    'La plataforma admite imágenes JPG, PNG y GIF. Convierta esta.',
  ],
  [
    'Nothing fills in {token} on this platform.',
    'Auf dieser Plattform füllt nichts {token} aus.',
    'Nada rellena {token} en esta plataforma.',
  ],
  [
    'The formula in this cell ends in {error}. Fix the formula or type the value.',
    'Die Formel in dieser Zelle endet in {error}. Korrigieren Sie sie oder geben Sie den Wert ein.',
    'La fórmula de esta celda termina en {error}. Corríjala o escriba el valor.',
  ],
  [
    'This cell should be ticked or empty, or say yes or no; it says {text}.',
    'Diese Zelle soll angehakt oder leer sein, oder ja oder nein sagen; sie sagt {text}.',
    'Esta celda debe estar marcada o vacía, o decir sí o no; dice {text}.',
  ],
  [
    'This cell should hold a number; it says {text}.',
    'Diese Zelle soll eine Zahl enthalten; sie sagt {text}.',
    'Esta celda debe contener un número; dice {text}.',
  ],
  [
    'The spreadsheet has rounded this id: it keeps 15 digits of a number. Format the cell as plain text (Format > Number > Plain text) and paste the id again.',
    'Die Tabelle hat diese ID gerundet: Sie behält 15 Stellen einer Zahl. Formatieren Sie die Zelle als reinen Text (Format > Zahl > Nur Text) und fügen Sie die ID noch einmal ein.',
    'La hoja ha redondeado este ID: conserva 15 cifras de un número. Dé a la celda formato de texto sin formato (Formato > Número > Texto sin formato) y pegue el ID de nuevo.',
  ],
  [
    '{column} cannot be {text}. Choose {words}.',
    '{column} kann nicht {text} sein. Wählen Sie {words}.',
    '{column} no puede ser {text}. Elija {words}.',
  ],
  [
    'Rows {rows} are one ad. Tick all of them, or none.',
    'Die Zeilen {rows} sind eine Anzeige. Haken Sie alle an oder keine.',
    'Las filas {rows} son un solo anuncio. Márquelas todas o ninguna.',
  ],
  [
    '“{header}” is not a column Slipway knows, so it is left alone. Did you mean “{near}”?',
    '„{header}“ ist keine Spalte, die Slipway kennt, und bleibt unberührt. Meinten Sie „{near}“?',
    '«{header}» no es una columna que Slipway conozca y se deja como está. ¿Quería decir «{near}»?',
  ],
  [
    '“{header}” means the same as the column “{other}”. Only the first is read.',
    '„{header}“ bedeutet dasselbe wie die Spalte „{other}“. Nur die erste wird gelesen.',
    '«{header}» significa lo mismo que la columna «{other}». Solo se lee la primera.',
  ],
  [
    'The row says something else than when it was launched; the ad does not. Choose “Update ads” in the sidebar to change the ad, or copy the row to a new one to launch it as another ad.',
    'Die Zeile sagt etwas anderes als beim Start; die Anzeige nicht. Wählen Sie in der Seitenleiste „Anzeigen ändern“, oder kopieren Sie die Zeile, um sie als andere Anzeige zu starten.',
    'La fila dice algo distinto que cuando se lanzó; el anuncio no. Elija «Actualizar anuncios» en la barra lateral, o copie la fila para lanzarla como otro anuncio.',
  ],
  [
    '{host} did not answer. Google says: ',
    '{host} hat nicht geantwortet. Google sagt: ',
    '{host} no ha respondido. Google dice: ',
  ],
];

const at = { en: 0, de: 1, es: 2 } as const;

/** Literals at even places, names of placeholders between them. */
const piecesOf = (text: string): string[] => text.split(/\{(\w+)\}/);

/** A text with the first occurrence of a phrase translated. Pieces are looked for one after the other, in linear time. */
function translated(text: string, en: string, said: string): string {
  const pieces = piecesOf(en);
  const values: { [name: string]: string } = {};
  const [first = ''] = pieces;
  const start = text.indexOf(first);
  if (start < 0) return text;
  let end = start + first.length;
  for (let i = 1; i < pieces.length; i += 2) {
    const literal = pieces[i + 1] ?? '';
    const next = literal === '' ? text.length : text.indexOf(literal, end);
    if (next <= end) return text;
    values[pieces[i] ?? ''] = text.slice(end, next);
    end = next + literal.length;
  }
  return text.slice(0, start) + filled(said, values) + text.slice(end);
}

/** What core says, in a language. */
export function inLanguage(text: string, language: Language): string {
  if (language === 'en') return text;
  const name = nameIn(text, language);
  if (name !== undefined) return name;
  return phrases.reduce((told, phrase) => translated(told, phrase[0], phrase[at[language]]), text);
}

/** `Spend (EUR) before`: a name, a unit in brackets, an ending. */
function nameIn(text: string, language: Language): string | undefined {
  const whole = names.find(([en]) => en === text);
  if (whole !== undefined) return whole[at[language]];
  const ending = endings.find(([en]) => text.endsWith(en));
  const body = ending === undefined ? text : text.slice(0, -ending[0].length);
  const unit = / \([A-Z]{3}\)$/.exec(body)?.[0] ?? '';
  const stem = body.slice(0, body.length - unit.length);
  const found = names.find(([en]) => en === stem);
  return found && `${found[at[language]]}${unit}${ending?.[at[language]] ?? ''}`;
}
