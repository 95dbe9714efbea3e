/** Longest name that is looked up. */
const MAX_NAME = 64;

/** Whether a text is the name of a time zone, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  if (name.length > MAX_NAME || !/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
