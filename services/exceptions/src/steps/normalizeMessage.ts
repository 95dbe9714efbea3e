import { tellingLine } from '@sluice/contract';
import { createLru } from '@sluice/runtime';
import { normalizeEngineMessage } from './normalizeEngineMessage.js';
import { isCode, restoreFacts, shieldFacts } from './facts.js';

/** Parts that differ between occurrences of one fault. Each rule examines a bounded number of characters. */
const VARIABLE: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>]+/gi, '<url>'],
  [/\bdata:[\w/+.-]{1,80}[;,][^\s"'<>]*/gi, '<url>'],
  [/\b[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}\b/g, '<email>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<uuid>'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?(?:Z|[+-]\d\d:?\d\d))?)?/g, '<date>'],
  [
    /\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? )?(?:\d{1,2} )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6} \d{1,4}(?:,? \d{4})?(?: \d\d:\d\d(?::\d\d)?)?(?: (?:GMT|UTC)(?:[+-]\d{4})?(?: \([^)]{1,60}\))?)?/g,
    '<date>',
  ],
  [/(?<![\w.:])\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?![\w:])/g, '<date>'],
  [/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?\b/g, '<ip>'],
  [/(?<![\w:])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{1,4}(?![\w:])/gi, '<ip>'],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g, '<id>'],
  [/\b0x[0-9a-f]+\b/gi, '<hex>'],
  [/\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,128}\b/gi, '<hex>'],
  // Ids of databases and payment providers: `01ARZ3NDEKTSV4RRFFQ69G5FAV`, `cus_NffrFeUfNV2Hib1234`.
  [/\b(?:[a-z]{2,8}_){0,2}(?=(?:[A-Za-z]{0,64}\d){3})[A-Za-z0-9]{14,128}\b/g, '<id>'],
  [/(?<![\w.:/<>)])(?:[A-Za-z]:[\\/]|\.{0,2}\/|\\\\)[\w.@%+~$-][\w.@%+~$\\/-]*/g, '<path>'],
  [/(?<![\w<])[-+]?\d+(?:[.,]\d+)*(?:e[+-]?\d+)?(?:[nµum]?s|[kmgt]?i?b)?\b/gi, '<n>'],
  [/\d+/g, '<n>'],
];

/** A quoted value; an apostrophe inside a word does not open one. Quoted names of the program are kept. */
const QUOTED =
  /(?:(\b(?:property|properties|reading|setting|execute|method|operator|export|attribute) )|(?<=(' on) )|)(?<!\w)(["'`“‘])([^\n]{0,400}?)["'`”’](?!\w)/g;

/** Values in the quotation marks of other languages. Gershayim are also inside Hebrew abbreviations. */
const QUOTED_ABROAD =
  /„[^“”"\n]{0,400}[“”"]|«[^»\n]{0,400}»|»[^«\n]{0,400}«|‹[^›\n]{0,400}›|›[^‹\n]{0,400}‹|‚[^‘’\n]{0,400}[‘’]|「[^」\n]{0,400}」|『[^』\n]{0,400}』|《[^》\n]{0,400}》|〈[^〉\n]{0,400}〉|”[^”\n]{0,400}”|＂[^＂\n]{0,400}＂|“[^„“”\n]{0,400}„|‟[^”\n]{0,400}”|‛[^’\n]{0,400}’|❝[^❞\n]{0,400}❞|❛[^❜\n]{0,400}❜|｢[^｣\n]{0,400}｣|【[^】\n]{0,400}】|〔[^〕\n]{0,400}〕|〖[^〗\n]{0,400}〗|〘[^〙\n]{0,400}〙|〚[^〛\n]{0,400}〛|[〝〟][^〝〞〟\n]{0,400}[〞〟]|﹁[^﹂\n]{0,400}﹂|﹃[^﹄\n]{0,400}﹄|⟨[^⟩\n]{0,400}⟩|⟪[^⟫\n]{0,400}⟫|⸢[^⸣\n]{0,400}⸣|⸤[^⸥\n]{0,400}⸥|〈[^〉\n]{0,400}〉|(?<![א-ת])״[^״\n]{0,400}״(?![א-ת])/g;

const IDENTIFIER = /^[A-Za-z_$][\w$]{0,60}$/;

/** `t.map`, `e(...)`, `n is not a function`: minified names of variables. */
const MINIFIED = /(?<![\w$.'"<])[A-Za-z_$][\w$]?(?=\.[A-Za-z_$]|\(|\[| is (?:not |undefined|null))/g;

/** Longer messages differ by what they quote, and rules cost time by length. */
const READ = 1_000;

/** Characters of messages whose results are remembered. */
const REMEMBERED = 2 ** 20;

/**
 * Remembers results of a pure function of messages: one fault sends the same message again and again, and each form of its frames is
 * described with it. Not of longer messages, which differ.
 */
function remembering(normalize: (message: string) => string): (message: string) => string {
  const known = createLru<string>(REMEMBERED);
  return (message) => {
    if (message.length > READ) return normalize(message);
    const found = known.get(message);
    if (found !== undefined) return found;
    const text = normalize(message);
    known.set(message, text, { size: message.length + 1 });
    return text;
  };
}

/**
 * Returns a message without its variable parts: URLs, ids, dates, numbers, paths, quoted values, minified names. Codes and the like
 * are facts and remain. Only the line that says what went wrong is used. Different wordings of engines for one fault are unified.
 */
export const normalizeMessage = remembering((message) => {
  const line = tellingLine(message)
    .slice(0, READ)
    .replace(/^(?:Uncaught )?(?:\(in promise\) ?)?(?:Error: ){0,9}(?:\w{0,40}Error: )?/, '');
  const known = normalizeEngineMessage(line);
  return known ?? restoreFacts(withoutVariables(shieldFacts(line).replace(QUOTED_ABROAD, '<value>')));
});

/** {@link normalizeMessage} for platforms other than JavaScript, whose messages have no minified names and no engine's words. */
export const normalizeOtherMessage = (message: string): string =>
  restoreFacts(
    withoutVariables(shieldFacts(tellingLine(message).slice(0, READ)).replace(QUOTED_ABROAD, '<value>'), false),
  );

/** {@link normalizeMessage} as the first fingerprints had it, which are stored: codes are numbers, and the first line counts. */
export const formerMessage = remembering((message) => {
  const line = firstLine(message.slice(0, READ)).replace(
    /^(?:Uncaught )?(?:\(in promise\) ?)?(?:\w{0,40}Error: )?/,
    '',
  );
  return normalizeEngineMessage(line, true) ?? withoutVariables(line);
});

/** @param isMinified whether one or two letters may be a minified name */
function withoutVariables(line: string, isMinified = true): string {
  const unquoted = line.replace(QUOTED, (...found: readonly (string | undefined)[]) => {
    const [quoted = '', before, on, , value = ''] = found;
    const isName = (before !== undefined || on !== undefined) && IDENTIFIER.test(value);
    return isName || isCode(value) ? quoted : `${before ?? ''}<value>`;
  });
  const named = isMinified ? unquoted.replace(MINIFIED, '_') : unquoted;
  return VARIABLE.reduce((text, [pattern, name]) => text.replace(pattern, name), named)
    .replace(/[\s.!]+$/, '')
    .trim();
}

/** The first line with a letter in it: some libraries print JSON over many lines. */
const firstLine = (text: string): string =>
  text.split(/\r?\n/).find((line) => /\p{L}/u.test(line)) ?? text.split('\n', 1)[0] ?? '';
