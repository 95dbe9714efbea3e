import { REMOVABLE_KINDS, type RemovableKind } from '@sluice/db';
import { usageError } from '../../cliError.js';

/** The kinds, as help and messages list them. */
export const KINDS_TEXT = REMOVABLE_KINDS.join(', ');

/** Returns the kind of that name; throws a usage error that lists the kinds. */
export function nameKind(text: string): RemovableKind {
  const kind = REMOVABLE_KINDS.find((known) => known === text);
  if (kind === undefined) throw usageError(`"${text}" is not a kind of names: use one of ${KINDS_TEXT}`);
  return kind;
}
