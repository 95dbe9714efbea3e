import { RELEASE_CONSTANT } from './releaseConstant.js';

const MODULE = '\0sluice-release:';
const NAMED = new RegExp(`\\b${RELEASE_CONSTANT}\\b`);
const DECLARED = new RegExp(
  `\\b(?:const|let|var|function|class)\\s+${RELEASE_CONSTANT}\\b|\\bimport\\b[^;]*\\b${RELEASE_CONSTANT}\\b`,
);

/**
 * Returns code in which the constant is the release: an import after the last line, where it shifts no position of a map.
 * `undefined` if the module does not use the constant or declares it. Each module imports from its own virtual module, so that
 * no chunk is shared because of it.
 */
export function importRelease(code: string, id: string): string | undefined {
  if (!NAMED.test(code) || DECLARED.test(code)) return undefined;
  return `${code}\nimport { ${RELEASE_CONSTANT} } from ${JSON.stringify(MODULE + encodeURIComponent(id))};\n`;
}

/** Whether this is a virtual module of {@link importRelease}. */
export const isReleaseModule = (id: string): boolean => id.startsWith(MODULE);

/** Source of the virtual module. @param expression the release as code */
export const releaseModule = (expression: string): string => `export const ${RELEASE_CONSTANT} = ${expression};\n`;
