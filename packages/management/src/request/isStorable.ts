/** Whether PostgreSQL can store the text: no NUL and no unpaired surrogate. Other text cannot match anything. */
export const isStorable = (text: string): boolean => !/\0|\p{Cs}/u.test(text);
