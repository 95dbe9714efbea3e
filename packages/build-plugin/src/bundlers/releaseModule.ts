import { RELEASE_CONSTANT } from './releaseConstant.js';

const MODULE = '\0sluice-release:';
const NAMED = new RegExp(`\\b${RELEASE_CONSTANT}\\b`);
const DECLARED = new RegExp(
  `\\b(?:const|let|var|function|class)\\s+${RELEASE_CONSTANT}\\b|\\bimport\\b[^;]*\\b${RELEASE_CONSTANT}\\b`,
);

/**
 * Code in which the constant means the release: an import behind its last line, where it moves no position of any map.
 * `undefined` where the constant is not used or is the module's own. Every module imports from one of its own, so that no
 * two chunks come to share one.
 */
export function importRelease(code: string, id: string): string | undefined {
  if (!NAMED.test(code) || DECLARED.test(code)) return undefined;
  return `${code}\nimport { ${RELEASE_CONSTANT} } from ${JSON.stringify(MODULE + encodeURIComponent(id))};\n`;
}

/** Whether {@link importRelease} made up this module. */
export const isReleaseModule = (id: string): boolean => id.startsWith(MODULE);

/** The made up module. @param expression the release as code */
export const releaseModule = (expression: string): string => `export const ${RELEASE_CONSTANT} = ${expression};\n`;
