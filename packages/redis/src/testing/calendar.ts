/** Hours and months read off the calendar's own text: a second opinion on the arithmetic of the scripts. */
const textOf = (ms: number): string => new Date(ms).toISOString();

/** Returns the hours since 1970. */
export const hourNumber = (ms: number): number => Date.parse(`${textOf(ms).slice(0, 13)}:00:00.000Z`) / 3_600_000;

/** Returns the month as YYYYMM. */
export const monthNumber = (ms: number): number => Number(textOf(ms).slice(0, 7).replace('-', ''));
