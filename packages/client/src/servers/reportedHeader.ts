/**
 * Response header that contains the trace id in which the server reported the error. A page that sent this trace does not report
 * the failed request.
 */
export const REPORTED = 'X-Sluice-Reported';
