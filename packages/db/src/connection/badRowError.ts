/** A row that PostgreSQL refuses for what is in it. */
export class BadRowError extends Error {
  override readonly name = 'BadRowError';

  /**
   * @param rowIndex its position among the rows handed over, `undefined` where the server did not name one
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
