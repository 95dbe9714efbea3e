// Plain-text tables, and budgets compared with measurements. Pure, except for the two functions that print.
import { short } from './statistics.mjs';

/**
 * Lines of a table whose columns are the keys of the first row: the first column to the left, the others to the right.
 * Numbers are shortened to three digits.
 * @param {Record<string, string | number | undefined>[]} rows
 * @returns {string[]}
 */
export function formatTable(rows) {
  if (rows.length === 0) return [];
  const names = Object.keys(rows[0]);
  const text = (value) => (typeof value === 'number' ? short(value) : (value ?? ''));
  const cells = [names, ...rows.map((row) => names.map((name) => text(row[name])))];
  const widths = names.map((_, column) => Math.max(...cells.map((line) => line[column].length)));
  const pad = (cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]));
  return cells.map((line) => line.map(pad).join('  ').trimEnd());
}

/** Prints {@link formatTable} below an empty line and a title. */
export function printTable(title, rows) {
  console.log(`\n${title}`);
  for (const line of formatTable(rows)) console.log(`  ${line}`);
}

/**
 * Compares a figure with its budget.
 *
 * @param {{ name: string, value: number, atLeast?: number, atMost?: number, stretch?: number, unit?: string }} demand
 * @returns the same with `met`; a figure that could not be measured does not meet its budget
 */
export function judge(demand) {
  const { value, atLeast = -Infinity, atMost = Infinity } = demand;
  return { ...demand, met: value >= atLeast && value <= atMost };
}

/** Lines of judged budgets. */
export function formatBudgets(budgets) {
  return budgets.map(({ name, value, atLeast, atMost, stretch, unit = '', met }) => {
    const limits = [
      atLeast === undefined ? [] : `≥ ${short(atLeast)}${unit}`,
      atMost === undefined ? [] : `≤ ${short(atMost)}${unit}`,
      stretch === undefined ? [] : `stretch ${short(stretch)}${unit}`,
    ];
    return `${met ? 'ok  ' : 'MISS'} ${name}: ${short(value)}${unit} (${limits.flat().join(', ')})`;
  });
}

/** Judges and prints. @returns the judged budgets, for the result */
export function printBudgets(demands) {
  const budgets = demands.map(judge);
  console.log('\nbudgets');
  for (const line of formatBudgets(budgets)) console.log(`  ${line}`);
  return budgets;
}
