import type { Call } from './frameOf.js';

/** Reads a line of a stack; `undefined` where it is no frame. */
type ReadLine = (line: string) => Call | undefined;

/** How a place of a call ends. */
const END = /(?::\d{1,9}|:0x[\da-f]{1,12}|<anonymous>|native|code\]?|unknown location|index \d{1,9})\)?$/;

/** Characters before a note that are examined for the end of a place. */
const LOOK = 40;

/** A place with line and column in parentheses, and text after it. */
const CLOSED = /:\d{1,9}:\d{1,9}\)(?=[ ,;[])/g;

/** The same without parentheses. */
const OPEN = /:\d{1,9}:\d{1,9}(?=[ ,;[])/;

/**
 * Returns a reader of lines that also reads those with text after the place: `… (main.js:1:2) [angular]` and
 * `… [<root> => angular]` by zone.js, and notes of other tools after a complete place.
 */
export const withNote =
  (read: ReadLine): ReadLine =>
  (line) => {
    const zone = zoneAt(line);
    const call = zone < 0 ? read(line) : undefined;
    if (call !== undefined) return call;
    const end = zone < 0 ? placeEnd(line) : zone;
    const rest = end < 0 ? undefined : read(line.slice(0, end));
    return rest === undefined ? undefined : { ...rest, isNew: true };
  };

/** Returns where the zones of a line begin, which end it; -1 if it has none. */
function zoneAt(line: string): number {
  if (!/\]\s{0,9}$/.test(line)) return -1;
  for (let at = line.indexOf(' ['); at >= 0; at = line.indexOf(' [', at + 1))
    if (END.test(line.slice(Math.max(0, at - LOOK), at))) return at;
  return -1;
}

/** Returns the end of the place of a line that has more text; -1 if there is none. */
function placeEnd(line: string): number {
  const closed = [...line.matchAll(CLOSED)].at(-1);
  if (closed !== undefined) return closed.index + closed[0].length;
  const open = OPEN.exec(line);
  if (open === null) return -1;
  const place = line.slice(0, open.index).replace(/^\s*(?:at\s+)?(?:async )?/, '');
  return /[\s(]/.test(place) || !/\/|:\\/.test(place) ? -1 : open.index + open[0].length;
}
