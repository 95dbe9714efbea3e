import { type CliError, usageError } from '../../cliError.js';
import type { CommandContext } from '../../context.js';
import type { CommandInput } from '../../client/clientCommand.js';

/** Returns `--release` or `SLUICE_RELEASE` unchanged; `undefined` if both are missing or blank. */
export function findGivenRelease(
  { env }: Pick<CommandContext, 'env'>,
  { release }: CommandInput['options'],
): string | undefined {
  const found = release ?? env['SLUICE_RELEASE'];
  return found === undefined || found.trim() === '' ? undefined : found;
}

/** The error of a command that needs a release. @param more continues the sentence */
export const noRelease = (more = ''): CliError =>
  usageError(`No release: give --release or set SLUICE_RELEASE to the release that the SDK reports${more}`);
