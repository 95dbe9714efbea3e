const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text can be the id of an issue, as we print them. */
export const isIssueId = (text: string): boolean => UUID.test(text);
