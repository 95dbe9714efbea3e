/** Whether a text is an id of a row as the API prints it. Other texts match no row and are not sent to PostgreSQL. */
export const isRowId = (text: string): boolean => /^[1-9]\d{0,17}$/.test(text);
