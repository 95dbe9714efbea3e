import { createRequire } from 'node:module';
import path from 'node:path';
import { build, type BuildOptions } from 'esbuild';

const require = createRequire(import.meta.url);
const modules = path.dirname(path.dirname(require.resolve('typescript/package.json')));

/** A source map of a real package: as its authors ship it, or as esbuild makes it of the package's code. */
export interface RealMap {
  readonly name: string;
  /** Writes the map where it has to be made. @param directory for files that may go afterwards @returns its path */
  readonly locate: (directory: string) => Promise<string>;
}

const shipped = (file: string): RealMap => ({
  name: file,
  locate: () => Promise.resolve(path.join(modules, file)),
});

const madeByEsbuild = (name: string, entry: string, options: BuildOptions): RealMap => ({
  name: `${name}, by esbuild`,
  locate: async (directory) => {
    const outfile = path.join(directory, `${name.replace(/\W+/g, '-')}.js`);
    const entryPoints = [path.join(modules, entry)];
    const common: BuildOptions = { bundle: true, platform: 'node', sourcemap: 'external', logLevel: 'error' };
    await build({ ...common, ...options, entryPoints, outfile });
    return `${outfile}.map`;
  },
});

/** Maps by webpack, Babel, Rollup, terser, esbuild and Sass: one line or many, with contents or without, 75 kB to 11 MB. */
export const REAL_MAPS: readonly RealMap[] = [
  shipped('@babel/parser/lib/index.js.map'),
  shipped('swagger-ui-dist/swagger-ui-bundle.js.map'),
  shipped('swagger-ui-dist/swagger-ui.js.map'),
  shipped('swagger-ui-dist/swagger-ui.css.map'),
  shipped('luxon/build/global/luxon.js.map'),
  shipped('luxon/build/global/luxon.min.js.map'),
  shipped('glob/dist/commonjs/index.min.js.map'),
  shipped('msgpackr/dist/index-no-eval.min.js.map'),
  shipped('ajv/dist/ajv.min.js.map'),
  madeByEsbuild('zod minified', 'zod/index.js', { minify: true, format: 'esm' }),
  madeByEsbuild('webpack as written', 'webpack/lib/index.js', { packages: 'external' }),
  madeByEsbuild('typescript minified', 'typescript/lib/_tsc.js', { minify: true }),
];
