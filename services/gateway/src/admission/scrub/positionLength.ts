const POSITION = /:\d{1,7}:\d{1,7}$/;
const LONGEST_POSITION = 16;

/** How many characters at the end of `text` between `start` and `end` are a line and a column, as in a stack. */
export const positionLength = (text: string, start: number, end: number): number =>
  POSITION.exec(text.slice(Math.max(start, end - LONGEST_POSITION), end))?.[0].length ?? 0;
