/** Returns the IANA name of the reader's time zone, in which the days of bars begin; UTC if the browser does not know it. */
export function readerTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone === 'Etc/Unknown' ? 'UTC' : timeZone;
}
