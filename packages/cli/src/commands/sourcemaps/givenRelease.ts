import { usageError } from '../../cliError.js';
import type { CommandContext } from '../../context.js';
import type { Given } from '../../client/clientCommand.js';

/** `--release`, else `SLUICE_RELEASE`, character for character. Throws where there is neither. */
export function givenRelease({ env }: Pick<CommandContext, 'env'>, { release }: Given['options']): string {
  const found = release ?? env['SLUICE_RELEASE'];
  if (found === undefined || found.trim() === '') {
    throw usageError('No release: give --release or set SLUICE_RELEASE to the release that the SDK reports');
  }
  return found;
}
