/** Rule for slugs of organizations and projects, as stated in the error message. */
export const SLUG_HELP = '1 to 63 characters a-z, 0-9, - and _, the first and the last a letter or digit';
