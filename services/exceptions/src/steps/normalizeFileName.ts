/** A file's own name without what tools put into it. */
export interface FileName {
  /** Without extension, hashes and versions; empty where nothing else was in it. */
  readonly name: string;
  /** Whether there was a hash. */
  readonly isHashed: boolean;
}

const EXTENSIONS = /(?:\.(?:[cm]?[jt]sx?|vue|svelte|astro|coffee|es6|map))+$/i;

/** The parts that distinguish the outputs of different builds of one program. */
const VARIANT = /^(?:min|chunk|bundle|legacy|modern|es5|es20\d\d|esm|cjs|umd|prod|production|development|v?\d+)$/;

/** Rollup's and Vite's hashes may hold the separators `-` and `_`. */
const LAST_EIGHT = /^(.+)[-.]([\w-]{8})$/;

const MAX_NAME = 300;

/** `main.3f2a1b9c.chunk.js`, `index-BxYzABcd.js`, `chunk-4HNQXYZ2.mjs`, `jquery-3.6.0.min.js` → `main`, `index`, `chunk`, `jquery` */
export function normalizeFileName(file: string): FileName {
  const plain = file.slice(0, MAX_NAME).replace(EXTENSIONS, '');
  const eight = LAST_EIGHT.exec(plain);
  const hasEight = eight !== null && isRandomEight(eight[2] ?? '');
  const kept = withoutRandom(hasEight ? (eight[1] ?? '') : plain);
  return { name: kept.name, isHashed: hasEight || kept.isHashed };
}

function withoutRandom(text: string): FileName {
  // Separators are at the odd places.
  const parts = text.split(/([.\-_~]+)/);
  let name = '';
  let isHashed = false;
  parts.forEach((part, index) => {
    if (index % 2 === 1 || (part === '' && index > 0)) return;
    const isHash = index === 0 ? isFirstHash(part) : isHashPart(part);
    isHashed ||= isHash;
    const isDropped = isHash || (index === 0 ? /^\d+$/.test(part) : VARIANT.test(part));
    if (!isDropped) name += name === '' && index > 0 ? leading(parts, index) + part : (parts[index - 1] ?? '') + part;
  });
  return { name, isHashed };
}

/** A separator at the start of a name is part of it (`_app`); one after a removed part is not. */
const leading = (parts: readonly string[], index: number): string =>
  index === 2 && parts[0] === '' ? (parts[1] ?? '') : '';

/** A name may begin with what looks like a hash by chance: only what cannot be a word is one. */
const isFirstHash = (part: string): boolean =>
  part.length >= 8 && (isHex(part) || (part.match(/\d+/g)?.length ?? 0) >= 2);

function isHashPart(part: string): boolean {
  if (isHex(part) && part.length >= 5) return true;
  if (part.length < 6 || !/\d/.test(part)) return part.length === 8 && isRandomEight(part);
  // `sha256`, `oauth2`
  return /[A-Za-z]/.test(part) ? !/^[A-Za-z][a-z]+\d{1,3}$/.test(part) : part.length >= 8;
}

const isHex = (part: string): boolean => /^[0-9a-f]{5,128}$/i.test(part) && /\d/.test(part) && /[a-f]/i.test(part);

/** Eight characters of base 64 or 32: no word and no two words in camel case. */
function isRandomEight(text: string): boolean {
  if (/^[A-Z]?[a-z]+$/.test(text) || /^[A-Za-z]?[a-z]+(?:[A-Z][a-z]{2,})+$/.test(text)) return false;
  if (/^[A-Za-z][a-z]+\d{1,3}$/.test(text) && !isHex(text)) return false;
  return /[A-Z\d]/.test(text);
}
