import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { scrubText } from './scrubText.js';

/** The examples of the IBAN registry. */
test.each([
  'DE89 3704 0044 0532 0130 00',
  'GB29NWBK60161331926819',
  'FR14 2004 1010 0505 0001 3M02 606',
  'NL91ABNA0417164300',
  'CH93-0076-2011-6238-5295-7',
  'NO9386011117947',
  'MT84MALT011000012345MTLCAST001S',
  'LC55HEMM000100010012001200023015',
  'AD1200012030200359100100',
])('the IBAN %s is hidden', (iban) => {
  expect(scrubText(iban)).toBe('[iban]');
  expect(scrubText(`to ${iban}, please`)).toBe('to [iban], please');
  expect(scrubText(`{"iban":"${iban}"}`)).toBe('{"iban":"[iban]"}');
  expect(scrubText(`iban=${encodeURIComponent(iban)}&x=1`)).toBe('iban=[iban]&x=1');
  expect(scrubText(`${iban} BIC COBADEFFXXX`)).toBe('[iban] BIC COBADEFFXXX');
});

test.each([
  ['a wrong check sum', 'DE88 3704 0044 0532 0130 00'],
  ['a country without IBANs', 'US89370400440532013000'],
  ['too short', 'DE8937040044053201300'],
  ['too long', 'DE893704004405320130001'],
  ['within a word', 'XDE89370400440532013000'],
  ['small letters', 'de89370400440532013000'],
  ['other groups', 'DE89 37040044 0532013000'],
])('%s is not an IBAN: %s', (_what, text) => expect(scrubText(text)).toBe(text));

/** Their capitals begin as a token of Square does. */
const LIKE_TOKENS = ['EAAA0000-1111-4222-8333-444455556666', '00001111-EAAA-4222-8333-444455556666'];

test('identifiers are not IBANs', () => {
  for (const id of [...LIKE_TOKENS, ...Array.from({ length: 5_000 }, () => randomUUID())]) {
    for (const text of [id, id.replaceAll('-', ''), id.toUpperCase(), id.replaceAll('-', '').toUpperCase()])
      expect(scrubText(text)).toBe(text);
  }
});
