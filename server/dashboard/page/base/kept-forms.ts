/**
 * The tab keeps what was typed into forms, per person of a company, until it is sent, given up or
 * the person signs out.
 */
const KEY = 'slipway-form:';

let owner = '';

/** Whoever signs in next in this tab does not find what another person has typed. */
export function keepFormsFor(company: string, person: string): void {
  owner = `${company}:${person}`;
}

const keyOf = (name: string): string => `${KEY}${owner}:${name}`;

/** What was typed before, if the form still begins with the same. */
export function keptForm<V>(name: string, first: V): V | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '{}') as {
      readonly first?: string;
      readonly values?: V;
    };
    return kept.first === JSON.stringify(first) ? kept.values : undefined;
  } catch {
    return undefined;
  }
}

export function keepForm<V>(name: string, first: V, values: V): void {
  const text = JSON.stringify(first);
  try {
    if (JSON.stringify(values) === text) sessionStorage.removeItem(keyOf(name));
    else sessionStorage.setItem(keyOf(name), JSON.stringify({ first: text, values }));
  } catch {
    // Forms work without storage.
  }
}

export function forgetForms(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(KEY)) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
