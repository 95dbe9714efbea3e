/** Colors of terminals, also where the escape character in front was lost. */
// eslint-disable-next-line no-control-regex -- the escape character is what it looks for
const ANSI = /(?:[\u001b\u009b]\[?|\[)\d{1,3}(?:;\d{1,3}){0,8}m(?!\])|\u001b\[[\d;?]{0,20}[A-Za-z]/g;

/** Prisma: the call, then the code around it, then what is wrong. */
const PRISMA = /^\s*Invalid `[^`\n]{1,200}` invocation/;

/** Lines of Prisma that are code, marks or advice. */
const PRISMA_REST = /^(?:[\d→+~?}\]){(/\\]|-|Please |Note: |More info|Hint: |\.\.\.|at )/i;

/** Values written as JSON, or as Node prints objects. */
const BLOB = /^\s{0,100}(?:\[\s{0,100}\{|\{)/;
const BLOB_MESSAGE =
  /(?<!\w)["']?(?:message|error_description|detail|reason|error|title)["']?\s{0,4}:\s{0,4}(?:"((?:[^"\\\n]|\\.){1,500})"|'((?:[^'\\\n]|\\.){1,500})')/;
const BLOB_PATH = /(?<!\w)["']?path["']?\s{0,4}:\s{0,4}\[([^\]]{1,300})\]/;

/** A line that names only what follows: `Error:`, `errors:`. */
const HEADING = /^\W*\w+:$/;

/** Characters that are examined, as many as a message is stored with. */
const READ = 8_192;

/**
 * Returns the line of a message that says what went wrong, without colors: its first line with words; of Prisma the last, below the
 * call and the code; of JSON (Zod) the message of its first entry behind its path, `user.email: Required`. Empty for an empty
 * message.
 */
export function tellingLine(message: string): string {
  const text = message.slice(0, READ).replace(ANSI, '');
  const lines = text
    .split(/[\r\n\u2028]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const told = PRISMA.test(text) ? lines.slice(1).filter(isTelling).at(-1) : blobLine(text);
  return (
    told ?? lines.find((line) => /\p{L}/u.test(line) && !HEADING.test(line)) ?? lines.find(hasWord) ?? lines[0] ?? ''
  );
}

const hasWord = (line: string): boolean => /\p{L}/u.test(line);

const isTelling = (line: string): boolean => hasWord(line) && !PRISMA_REST.test(line);

/** Returns what a value in JSON says; `undefined` for other texts. */
function blobLine(text: string): string | undefined {
  if (!BLOB.test(text)) return undefined;
  const found = BLOB_MESSAGE.exec(text);
  const said = (found?.[1] ?? found?.[2])?.replace(/\\(?:[nrt]|u00[01][\da-f])/g, ' ').replace(/\\(.)/g, '$1');
  if (said === undefined || !hasWord(said)) return undefined;
  const path = BLOB_PATH.exec(text)?.[1]
    ?.match(/[^\s,"'`]+/g)
    ?.join('.');
  return path === undefined ? said.trim() : `${path}: ${said.trim()}`;
}
