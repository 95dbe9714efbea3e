const POSITION = /:\d{1,7}:\d{1,7}$/;
const LONGEST_POSITION = 16;

/**
 * Returns the length of a line and column (`:12:34`, as in a stack) at the end of `text` between `start` and `end`; 0
 * if there is none.
 */
export const positionLength = (text: string, start: number, end: number): number =>
  POSITION.exec(text.slice(Math.max(start, end - LONGEST_POSITION), end))?.[0].length ?? 0;
