/** Whether an error is the server's fault: errors with a `status` or `statusCode` below 500 are not. */
export function isServerFault(error: unknown): boolean {
  const { status, statusCode } = Object(error) as { status?: unknown; statusCode?: unknown };
  return !(Number(status ?? statusCode ?? 500) < 500);
}
