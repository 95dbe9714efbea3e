import { usageError } from '../../cliError.js';
import type { CommandContext } from '../../context.js';
import type { CommandInput } from '../../client/clientCommand.js';

/** Returns `--release` or `SLUICE_RELEASE` unchanged. @throws CliError if both are missing */
export function givenRelease({ env }: Pick<CommandContext, 'env'>, { release }: CommandInput['options']): string {
  const found = release ?? env['SLUICE_RELEASE'];
  if (found === undefined || found.trim() === '') {
    throw usageError('No release: give --release or set SLUICE_RELEASE to the release that the SDK reports');
  }
  return found;
}
