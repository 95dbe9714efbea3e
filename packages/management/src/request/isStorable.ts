/** Whether PostgreSQL can hold the text: no NUL, no half of a surrogate pair. Anything else is the name of nothing. */
export const isStorable = (text: string): boolean => !/\0|\p{Cs}/u.test(text);
