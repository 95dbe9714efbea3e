/**
 * Header of a response by which a server says that it reported the error: it has the id of the trace that the exception
 * is in. A page that sent that trace along reports no exception of its own.
 */
export const REPORTED = 'X-Sluice-Reported';
