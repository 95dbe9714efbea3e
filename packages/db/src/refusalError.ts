/** A command cannot be carried out, and not because the address of the database is wrong. `message` is one line for people. */
export class RefusalError extends Error {
  override readonly name: string = 'RefusalError';
}
