const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text has the form of a row's id. Other texts are not sent as parameters of a query. */
export const isEventId = (text: string): boolean => UUID.test(text);
