/**
 * Chances of counts, for rules that ask whether a difference is more than luck. The formulas are
 * those of the Digital Library of Mathematical Functions (dlmf.nist.gov); continued fractions are
 * worked out by the method of Lentz, as Thompson and Barnett changed it.
 */

/**
 * Coefficients by P. Godfrey (2001) for g = 7 and nine terms of the approximation of C. Lanczos
 * (SIAM J. Numer. Anal. B 1, 1964).
 */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
  -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
  1.5056327351493116e-7,
];

/** The logarithm of the gamma function, for x > 0. Below one half it is reflected (DLMF 5.5.3). */
function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const t = x + 6.5;
  const sum = LANCZOS.reduce((total, each, i) => total + (i === 0 ? each : each / (x + i - 1)), 0);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

const ENOUGH = 1e-14;
const MOST_STEPS = 100_000;

/**
 * This chance is the upper regularized gamma function of count + 1: its series is DLMF 8.7.1, its
 * continued fraction 8.9.2.
 */
export function poissonAtMost(count: number, mean: number): number {
  if (mean <= 0) return 1;
  const a = Math.floor(count) + 1;
  const front = Math.exp(a * Math.log(mean) - mean - logGamma(a));
  if (mean < a + 1) {
    // The series of the lower one.
    let term = 1 / a;
    let sum = term;
    for (let n = 1; n < MOST_STEPS && Math.abs(term) > Math.abs(sum) * ENOUGH; n++) {
      term *= mean / (a + n);
      sum += term;
    }
    return clamp(1 - front * sum);
  }
  let b = mean + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let fraction = d;
  for (let i = 1; i < MOST_STEPS; i++) {
    const an = -i * (i - a);
    b += 2;
    d = 1 / nonZero(an * d + b);
    c = nonZero(b + an / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < ENOUGH) break;
  }
  return clamp(front * fraction);
}

export const poissonAtLeast = (count: number, mean: number): number =>
  count <= 0 ? 1 : clamp(1 - poissonAtMost(count - 1, mean));

/** This chance is the regularized beta function (DLMF 8.17.5 and 8.17.4). */
export function binomialAtMost(count: number, trials: number, chance: number): number {
  if (count >= trials || chance <= 0) return 1;
  if (count < 0 || chance >= 1) return 0;
  return beta(1 - chance, trials - Math.floor(count), Math.floor(count) + 1);
}

export const binomialAtLeast = (count: number, trials: number, chance: number): number =>
  count <= 0 ? 1 : clamp(1 - binomialAtMost(count - 1, trials, chance));

function beta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x),
  );
  // The fraction converges soon on one side of the middle: the other side is its complement.
  return clamp(
    x < (a + 1) / (a + b + 2)
      ? (front * betaFraction(x, a, b)) / a
      : 1 - (front * betaFraction(1 - x, b, a)) / b,
  );
}

/** The continued fraction of the beta function, DLMF 8.17.22. */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m < MOST_STEPS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / nonZero(1 + even * d);
    c = nonZero(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / nonZero(1 + odd * d);
    c = nonZero(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < ENOUGH) break;
  }
  return fraction;
}

const nonZero = (value: number): number => (Math.abs(value) < 1e-300 ? 1e-300 : value);
const clamp = (chance: number): number => Math.min(1, Math.max(0, chance));
