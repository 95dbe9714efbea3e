/** Wraps text to lines of at most `width` characters at blanks; words are never split. Returns one line without a width. */
export function wrap(text: string, width = Infinity): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && `${line} ${word}`.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
