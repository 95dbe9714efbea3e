const MARK = Buffer.from('\uFEFF');

/** Returns a text in UTF-8 without the byte order mark that it may begin with, as bodies in our own format are read. */
export const withoutByteOrderMark = (bytes: Buffer): Buffer =>
  bytes.subarray(0, MARK.length).equals(MARK) ? bytes.subarray(MARK.length) : bytes;
