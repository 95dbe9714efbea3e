import { REMOVABLE_KINDS, type RemovableKind } from '../../sql/listNames.js';
import { choice } from '../../choice.js';
import { usageError } from '../../cliError.js';

/** Kinds of names. */
export const NAME_KIND = choice(REMOVABLE_KINDS);

/** Returns the kind of that name; throws a usage error that lists the kinds. */
export function nameKind(text: string): RemovableKind {
  const kind = REMOVABLE_KINDS.find((known) => known === text);
  if (kind === undefined) throw usageError(`"${text}" is not a kind of name: use one of ${REMOVABLE_KINDS.join(', ')}`);
  return kind;
}
