import { readFileSync } from 'node:fs';
import { isObject } from '@sluice/contract';
import { usageError } from '../../cliError.js';
import { messageOf } from '@sluice/runtime';

/** Returns the content of a file, or of stdin for `-`. @throws CliError */
export function readInput(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw usageError(`cannot read ${file}: ${messageOf(error)}`);
  }
}

/** Returns the JSON object of a file, or of stdin for `-`; empty without a file. @throws CliError */
export function readObject(file: string | undefined): Readonly<Record<string, unknown>> {
  if (file === undefined) return {};
  let value: unknown;
  try {
    value = JSON.parse(readInput(file));
  } catch (error) {
    if (error instanceof SyntaxError) throw usageError(`${file} is not JSON: ${error.message}`);
    throw error;
  }
  if (isObject(value)) return value;
  throw usageError(`${file} must contain a JSON object`);
}
