/** A row that PostgreSQL rejects because of its values. */
export class BadRowError extends Error {
  override readonly name = 'BadRowError';

  /**
   * @param rowIndex its position among the given rows; `undefined` if the server did not name it
   * @param sqlstate five characters, always of a data class
   */
  constructor(
    readonly rowIndex: number | undefined,
    readonly sqlstate: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
