/**
 * Finds the highest rate that holds: up by `factor` until one does not, then halving between the best and the worst known.
 * @param {{ start: number, factor: number, halvings: number, most: number }} plan
 * @param {(rate: number) => Promise<boolean>} holds tries a rate
 * @returns {Promise<number>} the highest rate that held; 0 where none did
 */
export async function stepSearch({ start, factor, halvings, most }, holds) {
  let [best, failed] = [0, undefined];
  for (let rate = start; failed === undefined && rate <= most; rate = Math.round(rate * factor)) {
    if (await holds(rate)) best = rate;
    else failed = rate;
  }
  for (let left = halvings; failed !== undefined && left > 0; left -= 1) {
    const rate = Math.round((best + failed) / 2);
    if (await holds(rate)) best = rate;
    else failed = rate;
  }
  return best;
}
