/** What an organization's or a project's slug is made of; the refusal of another one says the same. */
export const SLUG_HELP = '1 to 63 characters a-z, 0-9, - and _, the first and the last a letter or digit';
