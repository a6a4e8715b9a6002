/**
 * What Google's exceptions say, in the language of the user; names of services, scopes and
 * addresses are the same in all. English is Google's, `es` of permissions is quoted in public
 * scripts, the others are translated here.
 */
const texts = {
  lock: {
    en: 'Lock timeout: another process was holding the lock for too long.',
    de: 'Zeitüberschreitung bei der Sperre: Ein anderer Vorgang hat die Sperre zu lange gehalten.',
    es: 'Tiempo de espera del bloqueo: otro proceso ha mantenido el bloqueo durante demasiado tiempo.',
  },
  permission: {
    en: 'You do not have permission to call {call}. Required permissions: {scope}',
    de: 'Sie sind nicht berechtigt, {call} aufzurufen. Erforderliche Berechtigungen: {scope}',
    es: 'No cuentas con el permiso para llamar a {call}. Permisos necesarios: {scope}',
  },
  unreachable: {
    en: 'Address unavailable: {url}',
    de: 'Adresse nicht verfügbar: {url}',
    es: 'Dirección no disponible: {url}',
  },
  timeout: {
    en: 'Timeout: {url}',
    de: 'Zeitüberschreitung: {url}',
    es: 'Tiempo de espera agotado: {url}',
  },
  quota: {
    en: 'Service invoked too many times for one day: urlfetch.',
    de: 'Der Dienst wurde an einem Tag zu oft aufgerufen: urlfetch.',
    es: 'El servicio se ha invocado demasiadas veces en un día: urlfetch.',
  },
  bandwidth: {
    en: 'Bandwidth quota exceeded: {url}. Try reducing the rate of data transfer.',
    de: 'Bandbreitenkontingent überschritten: {url}. Verringern Sie die Datenrate.',
    es: 'Se ha superado la cuota de ancho de banda: {url}. Reduzca la velocidad de transferencia.',
  },
  size: {
    en: 'Limit Exceeded: URLFetch Response Size.',
    de: 'Grenzwert überschritten: URLFetch-Antwortgröße.',
    es: 'Límite superado: tamaño de respuesta de URLFetch.',
  },
  allowlist: {
    en: 'Attempted to access a URL that is not in urlFetchWhitelist: {url}',
    de: 'Zugriff auf eine URL, die nicht in urlFetchWhitelist steht: {url}',
    es: 'Se ha intentado acceder a una URL que no está en urlFetchWhitelist: {url}',
  },
  atOnce: {
    en: 'There are too many scripts running simultaneously for this Google user account.',
    de: 'Für dieses Google-Nutzerkonto werden zu viele Skripts gleichzeitig ausgeführt.',
    es: 'Hay demasiadas secuencias de comandos ejecutándose a la vez en esta cuenta de Google.',
  },
  triggerTime: {
    en: 'Service using too much computer time for one day.',
    de: 'Der Dienst hat für einen Tag zu viel Rechenzeit verbraucht.',
    es: 'El servicio ha usado demasiado tiempo de cálculo en un día.',
  },
  spreadsheets: {
    en: 'Service Spreadsheets failed while accessing document with id {id}.',
    de: 'Der Dienst Tabellen ist beim Zugriff auf das Dokument mit der ID {id} fehlgeschlagen.',
    es: 'Se ha producido un error en el servicio Hojas de cálculo al acceder al documento con el ID {id}.',
  },
} as const;

export type Exception = keyof typeof texts;

/** @param locale of the user, such as `de` or `es_MX` */
export function exception(
  name: Exception,
  locale: string,
  values: { readonly [name: string]: string } = {},
): Error {
  const [language = 'en'] = locale.split(/[-_]/);
  const told = texts[name] as { readonly [language: string]: string };
  return new Error(
    (told[language] ?? texts[name].en).replace(
      /\{(\w+)\}/g,
      (_, word: string) => values[word] ?? '',
    ),
  );
}
