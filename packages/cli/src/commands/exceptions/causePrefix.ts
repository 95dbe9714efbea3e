import { text } from '../../output/cells.js';

/** Causes that the service stores. */
export const MOST_CAUSES = 8;

/** An exception or a cause as the API returns it. */
interface Placed {
  readonly type?: unknown;
  readonly parent?: unknown;
}

/**
 * Returns the text before an error: empty for the exception, `caused by ` for a cause, and `1 of 2 in AggregateError: ` for an exception
 * of a group, without the total if causes may have been cut. @param errors the exception, then its causes
 */
export function causePrefix(errors: readonly Placed[], place: number): string {
  if (place === 0) return '';
  const parent = errors[place]?.parent;
  const group = typeof parent === 'number' ? errors[parent] : undefined;
  if (group === undefined) return 'caused by ';
  const places = [...errors.keys()].filter((other) => other > 0 && errors[other]?.parent === parent);
  const count = errors.length > MOST_CAUSES ? '' : ` of ${places.length}`;
  return `${places.indexOf(place) + 1}${count} in ${text(group.type)}: `;
}
