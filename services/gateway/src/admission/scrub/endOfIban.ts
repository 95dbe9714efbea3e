import { charactersOf, is } from './characters.js';

/** Lengths of the countries in the IBAN registry (ISO 13616). */
const LENGTHS: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ' +
    'ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 ' +
    'LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 ' +
    'PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

const IN_IBAN = charactersOf(/[A-Z\d]/);
const IN_WORD = charactersOf(/\w/);
const BETWEEN_GROUPS = charactersOf(/[ +-]/);
const GROUP = 4;

/** Country codes with which an IBAN begins. */
export const IBAN_COUNTRIES: readonly string[] = [...LENGTHS.keys()];

/**
 * Returns the end of the IBAN that starts at `start`, written as one word or in groups of four; `undefined` if there
 * is none. It must have a country of the registry, that country's length and a checksum of 1 modulo 97. Upper case
 * only, because hexadecimal identifiers are usually lower case.
 */
export function endOfIban(text: string, start: number): number | undefined {
  const length = LENGTHS.get(text.slice(start, start + 2));
  if (length === undefined) return undefined;
  const separator = is(BETWEEN_GROUPS, text, start + GROUP) ? text.charAt(start + GROUP) : '';
  let compact = '';
  let end = start;
  while (compact.length < length) {
    if (separator !== '' && compact.length > 0 && compact.length % GROUP === 0) {
      if (text.charAt(end) !== separator) return undefined;
      end += 1;
    }
    if (!is(IN_IBAN, text, end)) return undefined;
    compact += text.charAt(end);
    end += 1;
  }
  return !is(IN_WORD, text, end) && hasCheckSum(compact) ? end : undefined;
}

const MODULUS = 97;
const TEN = 10;
const DIGITS_OF_LETTER = 100;
const BASE = 36;

/** ISO 7064: with the first four characters moved to the end and letters as 10 to 35, the remainder is 1. */
function hasCheckSum(compact: string): boolean {
  let remainder = 0;
  for (const character of compact.slice(GROUP) + compact.slice(0, GROUP)) {
    const value = Number.parseInt(character, BASE);
    remainder = (remainder * (value < TEN ? TEN : DIGITS_OF_LETTER) + value) % MODULUS;
  }
  return remainder === 1;
}
