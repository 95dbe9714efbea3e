/** Replacements. They show readers that something was removed and what it was. */
export const MARKS = { email: '[email]', card: '[card]', iban: '[iban]', secret: '[secret]' } as const;
