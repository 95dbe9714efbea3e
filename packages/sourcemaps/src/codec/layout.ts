/**
 * The index of a source map: a head, then everything else in pieces that are read by their range. Little-endian.
 *
 * ```
 * HEAD    0 "SMX1"   4 u16 format   6 u16 flags   8 u32 headBytes   12 u32 crc of the head, this field as 0
 *        16 u32 blocks   20 u32 segments   24 u32 generatedLines   28 u32 sources   32 u32 names   36 u32 chunks
 *        40 u32 blocksOffset   44 u32 chunksOffset   48 u32 longTextsOffset   52 u32 functionsOffset
 *        56 u32 functionMaps   60 u32 fileBytes   64 u32 originalBytes   68 u32 functionNames
 *        72 u32 functionNamesOffset   76 reserved
 *        80 u32 blockLine[blocks], u32 blockColumn[blocks], u32 blockEnd[blocks]      keys of each block's first segment
 *           u32 chunkLine[chunks], u32 chunkColumn[chunks], u32 chunkEnd[chunks]
 *           u32 functionSource[functionMaps], u32 functionEnd[functionMaps]
 *           u32 nameSource[functionNames], u32 nameLine[functionNames], u32 nameColumn[functionNames],
 *           u32 nameEnd[functionNames]
 * BLOCK   0 u32 crc of the rest   4 u16 segments   6 u8 lineBits   7 u8 columnBits   8 u8 sourceBits
 *         9 u8 originalLineBits   10 u8 originalColumnBits   11 u8 nameBits   12 u16 sources   14 u16 names
 *        16 u32 minLine   20 u32 minColumn   24 u32 minOriginalColumn   28 u32 textsOffset
 *        32 sources: u32 index (top bit: on the map's ignore list), u32 minOriginalLine, u32 contentLine (none: all ones),
 *           u32 contentLines, u32 pathBytes (null: all ones; long: top bit, then offset as below)
 *           u16 nameEnd[names]; padding to 4; keys; padding to 4; records; padding to 4; texts (paths, then names); 8 zeros
 *           key: relative line << columnBits | relative column, at most 31 bits
 *           record: local source (`sources`: unmapped), original line, original column, name (0: none, else 1 + local)
 *           a path over 1,023 bytes is 00, u32 offset, u32 bytes of where it stands among the long texts:
 *           u32 crc of the rest, then the text
 * CHUNK   u32 crc of the rest, then raw deflate of about 16 KB of UTF-8: the lines of all contents in a row
 * FUNCTIONS  of one source: 0 u32 crc of the rest   4 u32 points   8 u32 names
 *        12 u32 line[points], u32 column[points], u32 name[points] (0: none, else 1 + index), u32 nameEnd[names], names
 *           a position is in the function of the last point that is not behind it
 * NAMES  of a part of one source, from its text: laid out as FUNCTIONS, but name[points] is
 *           0: outside all functions; 1: in a function without a name, and none around it has one;
 *           2 + 2 * index: in the function of that name; 3 + 2 * index: in a function without a name, this is the nearest
 * ```
 *
 * No text is longer than its bound below: what is, is cut.
 *
 * A block holds every path and name that its segments need: one read of about 3 KB resolves a frame.
 */
export const INDEX_FORMAT = 3;

export const MAGIC = Buffer.from('SMX1', 'latin1');

/** Bytes of a head that are enough to know its length. */
export const HEAD_START_BYTES = 80;

export const FLAGS = { malformed: 1, contents: 2, functions: 4, functionNames: 8, allFunctionNames: 16 } as const;

/** Byte offsets of the head's fields. */
export const HEAD = {
  format: 4,
  flags: 6,
  headBytes: 8,
  crc: 12,
  blocks: 16,
  segments: 20,
  generatedLines: 24,
  sources: 28,
  names: 32,
  chunks: 36,
  blocksOffset: 40,
  chunksOffset: 44,
  longTextsOffset: 48,
  functionsOffset: 52,
  functionMaps: 56,
  fileBytes: 60,
  originalBytes: 64,
  functionNames: 68,
  functionNamesOffset: 72,
} as const;

/** Byte offsets of a block's fields. */
export const BLOCK = {
  segments: 4,
  lineBits: 6,
  columnBits: 7,
  sourceBits: 8,
  originalLineBits: 9,
  originalColumnBits: 10,
  nameBits: 11,
  sources: 12,
  names: 14,
  minLine: 16,
  minColumn: 20,
  minOriginalColumn: 24,
  textsOffset: 28,
  header: 32,
  source: 20,
} as const;

/** Segments of a block, not counting further ones with the key of the last. */
export const BLOCK_SEGMENTS = 512;
/** Limit of blocks, so that a head fits in memory: 3.6 MB. Real maps of 50 MB have about ten thousand. */
export const MAX_BLOCKS = 300_000;
/** Limit of a head in bytes; a map with a larger one is treated as malformed. */
export const MAX_HEAD_BYTES = 4 * 1_048_576;
/** Longer paths, in bytes, are stored among the long texts. Names are truncated to this length. */
export const MAX_TEXT_BYTES = 1_023;
/** Paths are truncated to this length, in bytes. */
export const MAX_PATH_BYTES = 4_096;
/** A block whose texts make it longer is split. */
export const MAX_BLOCK_BYTES = 8_000;
export const LONG_TEXT_MARK_BYTES = 9;
/** Byte offsets of a function map's fields. */
export const FUNCTIONS = { points: 4, names: 8, header: 12 } as const;
/**
 * Words of NAMES. Those from `first` on are an index times two, plus one if the name is that of an enclosing
 * function.
 */
export const NAME_WORD = { outside: 0, nameless: 1, first: 2 } as const;
/** Limits of one source's function map: points, and bytes of names. Larger ones are not stored. */
export const MAX_POINTS = 16_384;
export const MAX_FUNCTION_NAME_BYTES = 262_144;

/** No value; for a path, `null`. */
export const NONE = 0xff_ff_ff_ff;
/** Top bit of a source's index: the map lists the source as third-party (`ignoreList`). */
export const IGNORED = 0x80_00_00_00;
/** Padding after the last bits, so that whole words can be read. */
export const SLACK_BYTES = 8;

/** Returns the number of bits that represent all integers from 0 to `value`. */
export const bitsFor = (value: number): number => (value === 0 ? 0 : 32 - Math.clz32(value));

/** Returns `offset` rounded up to a multiple of 4. */
export const aligned = (offset: number): number => (offset + 3) & ~3;
