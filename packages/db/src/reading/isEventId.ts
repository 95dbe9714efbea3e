const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text can be the id of a row, as we print them. Anything else is the id of nothing, and no query's parameter. */
export const isEventId = (text: string): boolean => UUID.test(text);
