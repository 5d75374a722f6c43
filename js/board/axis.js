/**
 * An axis: the range that is shown, and round numbers on it.
 */

/** @typedef {{low: number, high: number, ticks: number[], decimals: number}} Axis */

const MOST_TICKS = 7;

/**
 * The least range of round numbers that holds both ends.
 * @param {number} low
 * @param {number} high
 * @param {number} [most] ticks
 * @returns {Axis}
 */
export function axisOver(low, high, most = MOST_TICKS) {
  const step = stepOf((high > low ? high - low : 1) / (most - 1));
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(Math.ceil(high / step - 1e-9), first + 1);
  const ticks = [];
  for (let at = first; at <= last; at++) ticks.push(Number((at * step).toPrecision(12)));
  return { low: first * step, high: last * step, ticks, decimals: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) };
}

/**
 * The next of 1, 2 and 5 times a power of ten.
 * @param {number} least
 * @returns {number}
 */
function stepOf(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((one) => one * power >= least * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/**
 * How many decimals say a number that is known to so much.
 * @param {number} halfwidth
 * @returns {number}
 */
export function decimalsFor(halfwidth) {
  if (!(halfwidth > 0) || !Number.isFinite(halfwidth)) return 0;
  return Math.min(6, Math.max(0, Math.ceil(-Math.log10(halfwidth / 3))));
}
