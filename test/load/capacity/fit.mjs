// Costs from measurements: least squares of relative errors, without negative costs. Pure.

/**
 * Measured work, and the CPU seconds of each service.
 * @typedef {import('../../../packages/cli/src/plan/costs.js').Work & { name: string, gatewayCpu: number, redisCpu: number, workerCpu: number, postgresCpu: number }} Measured
 */

const ROUNDS = 20_000;

/**
 * Costs per unit such that the sums of `units × cost` come near the measured values, relative to each.
 * @param {{ units: Record<string, number>, measured: number }[]} rows
 * @returns {Record<string, number>}
 */
export function fitCosts(rows) {
  const names = Object.keys(rows[0].units).filter((name) => rows.some(({ units }) => units[name] > 0));
  const matrix = rows.map(({ units, measured }) => names.map((name) => units[name] / measured));
  const squares = names.map((_, column) => matrix.reduce((sum, row) => sum + row[column] ** 2, 0));
  const costs = names.map(() => 0);
  const rest = matrix.map(() => 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [column, square] of squares.entries()) {
      const step = matrix.reduce((sum, row, at) => sum + row[column] * rest[at], 0) / square;
      const change = Math.max(0, costs[column] + step) - costs[column];
      costs[column] += change;
      for (const [at, row] of matrix.entries()) rest[at] -= row[column] * change;
    }
  }
  return Object.fromEntries(names.map((name, column) => [name, costs[column]]));
}
