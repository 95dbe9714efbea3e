import { blobLine } from './blobLine.js';

/**
 * Escape sequences of terminals: links (OSC 8) and other commands to the terminal, colors and cursors; colors also where the escape
 * character in front was lost.
 */
const ANSI =
  // eslint-disable-next-line no-control-regex -- the escape character is what it looks for
  /(?:\u001b\]|\u009d)[^\u0007\u001b\u009c\n]{0,2048}(?:\u0007|\u001b\\|\u009c)|(?:\u001b\[|\u009b\[?)[0-?]{0,40}[ -/]{0,4}[@-~]|[\u001b[]\d{1,3}(?:;\d{1,3}){0,8}m(?!\])|\[(?:[345]8|4):[\d:;]{1,30}m(?!\])/g;

/** Prisma: the call, then the code around it, then what is wrong. */
const PRISMA = /^\s*Invalid `[^`\n]{1,200}` invocation/;

/** Lines of Prisma that are code, marks or advice. */
const PRISMA_REST = /^(?:[\d→+~?}\]){(/\\]|-|Please |Note: |More info|Hint: |\.\.\.|at )/i;

/** A line that names only what follows: `Error:`, `errors:`. */
const HEADING = /^\W*\w+:$/;

/** A line that is not complete without the next: `Validation failed:`. */
const OPEN = /[:：]$/;

/** Headings below headings that are read. */
const DEEPEST = 3;

/** A page that a server or proxy answered with. */
const PAGE =
  /^\s{0,100}(?:<!--[^>\n]{0,200}-->\s{0,100})?(?:<\?xml[^>]{0,100}>\s{0,100})?<(?:!doctype html|html|head)[\s>]/i;
const PAGE_TITLE = /<title(?:\s[^>]{0,100})?>([^<]{1,300})/i;

/** Characters that are examined, as many as a message is stored with. */
const READ = 8_192;

/**
 * Returns the line of a message that says what went wrong, without colors: its first line with words, and what follows if it is a
 * heading; of Prisma the last, below the call and the code; of JSON (Zod) the message nearest to the top level behind its path,
 * `user.email: Required`, and before its status; of an HTML page its title. Empty for an empty message.
 */
export const tellingLine = (message: string): string => lineOf(message.slice(0, READ).replace(ANSI, ''), 0);

function lineOf(text: string, depth: number): string {
  const said = PAGE.test(text) ? pageTitle(text) : blobLine(text);
  if (said !== undefined) return PAGE.test(said) ? pageTitle(said) : said;
  const lines = text
    .split(/[\r\n\u2028]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const told = PRISMA.test(text) ? lines.slice(1).filter(isTelling).at(-1) : undefined;
  if (told !== undefined) return told;
  const index = lines.findIndex((line) => hasWord(line) && !HEADING.test(line));
  const line = lines[index] ?? lines.find(hasWord) ?? lines[0] ?? '';
  if (index < 0 || depth === DEEPEST || PRISMA.test(text)) return line;
  const rest = lines.slice(index + 1).join('\n');
  const before = lines[index - 1];
  // A value below a heading of one word.
  if (index > 0 && before !== undefined && HEADING.test(before) && /^[{[<]/.test(line))
    return lineOf(lines.slice(index).join('\n'), depth + 1);
  if (!OPEN.test(line) || /^at /.test(rest)) return line;
  const next = lineOf(rest, depth + 1).replace(/^[-*•·] +/, '');
  return next === '' ? line : `${line} ${next}`;
}

const hasWord = (line: string): boolean => /\p{L}/u.test(line);

const isTelling = (line: string): boolean => hasWord(line) && !PRISMA_REST.test(line);

const pageTitle = (page: string): string => PAGE_TITLE.exec(page)?.[1]?.replace(/\s+/g, ' ').trim() || 'HTML page';
