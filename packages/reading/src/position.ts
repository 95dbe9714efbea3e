import { parseTimestamp, timeOfId } from '@sluice/contract';
import { isEventId } from './isEventId.js';
import { PositionError } from './positionError.js';

/** Returns the groups of `form` in a position. @throws PositionError if it does not match */
export function partsOf(position: string, form: RegExp): readonly string[] {
  const [, ...parts] = form.exec(position) ?? [];
  if (parts.length === 0) throw new PositionError();
  return parts;
}

/** Returns the text if it is a time as `Date.toISOString` prints it. @throws PositionError */
export function checkMoment(text: string): string {
  if (text.length !== 24 || parseTimestamp(text) === undefined) throw new PositionError();
  return text;
}

/** Returns the text if it is a UUID as PostgreSQL prints it. @throws PositionError */
export function checkRowId(text: string): string {
  if (!isEventId(text)) throw new PositionError();
  return text;
}

/** The last time whose year has four digits. `date` columns accept no later one in this form. */
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Returns the text if it is the id of an event up to the year 9999. @throws PositionError */
export function checkEventId(text: string): string {
  if (!isEventId(text) || timeOfId(text) > LATEST) throw new PositionError();
  return text;
}

/** Returns the text if PostgreSQL can store it: not empty, without NUL or an unpaired surrogate. @throws PositionError */
export function checkName(text: string): string {
  if (text === '' || /\0|\p{Cs}/u.test(text)) throw new PositionError();
  return text;
}

/** Returns the checked `after` of a page request; `undefined` for a first page. */
export const checkAfter = (after: string | undefined, check: (text: string) => string): string | undefined =>
  after === undefined ? undefined : check(after);
