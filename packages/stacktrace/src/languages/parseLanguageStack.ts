import { cut, LIMITS } from '@sluice/contract';
import type { Frame } from '../frame.js';
import type { LanguageCall, ParseLanguage } from './languageCall.js';
import { parseDotnet } from './parseDotnet.js';
import { parseGo } from './parseGo.js';
import { parseJava } from './parseJava.js';
import { parsePhp } from './parsePhp.js';
import { parsePython } from './parsePython.js';
import { parseRuby } from './parseRuby.js';

/** By platform, as OpenTelemetry and Sentry name it. */
const PARSERS: ReadonlyMap<string, ParseLanguage> = new Map([
  ['csharp', parseDotnet],
  ['dotnet', parseDotnet],
  ['go', parseGo],
  ['java', parseJava],
  ['php', parsePhp],
  ['python', parsePython],
  ['ruby', parseRuby],
]);

/** Returns the frames of a stack of a language, newest first; none if its stacks are not known. */
export const parseLanguageStack = (platform: string, lines: readonly string[]): readonly Frame[] =>
  (PARSERS.get(platform)?.(lines) ?? []).map(frameOf);

function frameOf({ file, function: name, module, line, inApp, source }: LanguageCall): Frame {
  const frame: Frame = { file, function: name, line, column: null, inApp };
  return {
    ...frame,
    ...(module !== '' && { module }),
    ...(source !== undefined && {
      context: { before: [], line: cut(source, LIMITS.cutContextLine), after: [] },
    }),
  };
}
