// The last result of each part, kept in the repository beside the code it measured.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const directory = path.resolve(import.meta.dirname, '../results');

/** Keeps four digits of what is not whole: more is noise, and makes every diff of two results long. */
export const rounded = (_key, value) =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;

/** Writes `results/<part>.json`. @param {{ part: string }} result with date, machine, versions, commit and options */
export async function saveResult(result) {
  await mkdir(directory, { recursive: true });
  await writeFile(path.join(directory, `${result.part}.json`), `${JSON.stringify(result, rounded, 2)}\n`);
}
