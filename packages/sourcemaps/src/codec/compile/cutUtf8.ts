/** Returns at most the first `most` bytes of a text in UTF-8, without splitting a character. */
export function cutUtf8(text: Buffer, most: number): Buffer {
  if (text.length <= most) return text;
  let end = most;
  while (end > 0 && ((text[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return text.subarray(0, end);
}
