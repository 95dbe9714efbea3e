/** Returns the IANA name of the reader's time zone. */
export const readerTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
