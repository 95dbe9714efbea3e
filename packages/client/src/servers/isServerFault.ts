/** Whether an error is the server's fault: those with a `status` or `statusCode` below 500 are the other side's. */
export function isServerFault(error: unknown): boolean {
  const { status, statusCode } = Object(error) as { status?: unknown; statusCode?: unknown };
  return !(Number(status ?? statusCode ?? 500) < 500);
}
