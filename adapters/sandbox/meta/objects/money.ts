/** Currencies without a minor unit on this platform; all others have 100. Not the ISO list. */
const whole = new Set('CLP COP CRC HUF ISK IDR JPY KRW PYG TWD VND'.split(' '));

/** Minor units in one unit of the currency. */
export const minorUnits = (currency: string): 1 | 100 => (whole.has(currency) ? 1 : 100);

/** Minor units as the platform writes money in reports: a decimal string in whole units. */
export const asMajor = (minor: number, currency: string): string => {
  const units = minorUnits(currency);
  return units === 1 ? String(Math.round(minor)) : (Math.round(minor) / units).toFixed(2);
};
