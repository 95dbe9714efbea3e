/** What stands where something was: readers see that it was there, and what it was. */
export const MARKS = { email: '[email]', card: '[card]', iban: '[iban]', secret: '[secret]' } as const;
