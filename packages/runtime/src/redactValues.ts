/** From the first quotation mark to the last: what is quoted may hold some itself. */
const QUOTED = /"[^]*"/;
/** A SQLSTATE of "data exception". */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/;

/**
 * The message of an error without the values that it quotes, as far as they are known to be ones:
 *
 * | who says it                            | what is quoted                   | what is kept                    |
 * | -------------------------------------- | -------------------------------- | ------------------------------- |
 * | PostgreSQL, data exceptions (class 22) | the value that could not be read | names, in errors of other kinds |
 * | `JSON.parse`                           | the text around the mistake      | one character                   |
 * | Redis, of a command it does not know   | its first arguments              | its name                        |
 */
export function redactValues(error: Error): string {
  const { message } = error;
  if (isDataException(error) || (error instanceof SyntaxError && message.endsWith('is not valid JSON'))) {
    return message.replace(QUOTED, '"…"');
  }
  const [before, rest] = splitAt(message, 'with args beginning with: ');
  return rest === '' ? before : `${before}…`;
}

function isDataException(error: Error): boolean {
  const { severity, code } = error as { readonly severity?: unknown; readonly code?: unknown };
  return severity !== undefined && typeof code === 'string' && DATA_EXCEPTION.test(code);
}

/** The text up to the end of a mark, and what follows; all of it and nothing where there is no mark. */
function splitAt(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, ''] : [text.slice(0, at + mark.length), text.slice(at + mark.length)];
}
