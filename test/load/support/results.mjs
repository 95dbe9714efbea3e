// The last result of each part: a summary in the repository, the complete figures in a directory that git ignores.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { layOut, rounded, summarize } from './summary.mjs';

const summaries = path.resolve(import.meta.dirname, '../results');
const raw = path.resolve(import.meta.dirname, '../.results');

/** Writes `results/<part>.json` and `.results/<part>.json`. @param {{ part: string }} result with date, machine, versions, commit and options */
export async function saveResult(result) {
  await mkdir(summaries, { recursive: true });
  await mkdir(raw, { recursive: true });
  await writeFile(path.join(summaries, `${result.part}.json`), `${layOut(summarize(result))}\n`);
  await writeFile(path.join(raw, `${result.part}.json`), `${JSON.stringify(result, rounded, 2)}\n`);
}

/**
 * Returns the result of a part as it is saved. Versions of servers that the part measured replace those that the machine
 * has by default.
 * @param {{ part: string, versions?: object }} figures
 */
export function resultOf({ versions, ...figures }, { date, options, machine }) {
  const { part, ...measured } = figures;
  return { part, date, ...machine, versions: { ...machine.versions, ...versions }, options, ...measured };
}
