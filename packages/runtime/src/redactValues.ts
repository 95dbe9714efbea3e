/** From the first quotation mark to the last: a quoted value may contain some. */
const QUOTED = /"[^]*"/;
/** A SQLSTATE of "data exception". */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/;

/**
 * Returns the message of an error without the values that it is known to quote:
 *
 * | source                                 | quoted                           | kept                            |
 * | -------------------------------------- | -------------------------------- | ------------------------------- |
 * | PostgreSQL, data exceptions (class 22) | the value that could not be read | names, in errors of other kinds |
 * | `JSON.parse`                           | the text around the error        | one character                   |
 * | Redis, unknown command                 | its first arguments              | its name                        |
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

/** Returns the text up to and including a mark, and the rest; the whole text and nothing if there is no mark. */
function splitAt(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, ''] : [text.slice(0, at + mark.length), text.slice(at + mark.length)];
}
