/** No connection was tried, because PostgreSQL could not be reached a moment ago. Nothing was sent. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}
