/** Meta's list, not ISO's; all others have 100. */
const whole = new Set('CLP COP CRC HUF ISK IDR JPY KRW PYG TWD VND'.split(' '));

export const minorUnits = (currency: string): 1 | 100 => (whole.has(currency) ? 1 : 100);

/** Decimal text in whole units. */
export const asMajor = (minor: number, currency: string): string => {
  const units = minorUnits(currency);
  return units === 1 ? String(Math.round(minor)) : (Math.round(minor) / units).toFixed(2);
};
