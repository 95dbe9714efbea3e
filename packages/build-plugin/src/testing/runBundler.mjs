/**
 * One real build with each bundler. Each takes what {@link BuildAsk} asks for, and resolves when the build is
 * over; a `watch` when the first build is, and the watcher is closed.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const entry = 'src/main.ts';
const hashed = '[name]-[hash].js';

/** TypeScript and minification, as plugins of Rollup do them. */
const compile = {
  name: 'compile',
  async transform(code, id) {
    if (!id.endsWith('.ts')) return null;
    const result = await esbuild.transform(code, { loader: 'ts', sourcemap: true, sourcefile: id, target: 'es2022' });
    return { code: result.code, map: result.map };
  },
  async renderChunk(code) {
    const result = await esbuild.transform(code, { minify: true, sourcemap: true, format: 'esm' });
    return { code: result.code, map: result.map };
  },
};

/** Styles with a map, as plugins of Rollup and Rolldown emit them. */
const styles = {
  name: 'styles',
  transform: {
    filter: { id: /\.css$/ },
    handler(code, id) {
      if (!id.endsWith('.css')) return null;
      const map = { version: 3, sources: ['src/styles.css'], sourcesContent: [code], names: [], mappings: 'AAAA' };
      this.emitFile({ type: 'asset', fileName: 'styles.css', source: code });
      this.emitFile({ type: 'asset', fileName: 'styles.css.map', source: JSON.stringify(map) });
      return { code: '', map: { mappings: '' }, moduleType: 'js', moduleSideEffects: false };
    },
  },
};

const maps = (ask) => (ask.maps === undefined ? {} : { sourcemap: ask.maps });

async function plugin(ask) {
  if (ask.options === undefined) return [];
  const { sluice } = await import(`@sluice/build-plugin/${ask.bundler}`);
  return [sluice(ask.options)];
}

/** As plugins of Rollup put code before that of a chunk. */
const banner = (ask) =>
  ask.banner === undefined
    ? []
    : [{ name: 'banner', renderChunk: (code) => ({ code: `${ask.banner}${code}`, map: null }) }];

/** Resolves when a watcher of Rollup or Rolldown has built once and is closed. */
async function watchOnce(watcher) {
  await new Promise((resolve, reject) => {
    watcher.on('event', (event) => {
      if (event.result) void event.result.close();
      if (event.code === 'END') resolve();
      if (event.code === 'ERROR') reject(event.error);
    });
  });
  await watcher.close();
}

async function vite(ask) {
  const { build, createBuilder, createServer } = await import('vite');
  const environments =
    ask.kind === 'environments'
      ? {
          client: { build: { outDir: path.join(ask.output, 'client') } },
          ssr: { build: { outDir: path.join(ask.output, 'server'), ssr: entry, rollupOptions: { input: entry } } },
        }
      : undefined;
  const config = {
    configFile: false,
    root: ask.root,
    logLevel: 'error',
    ...(ask.publicPath === undefined ? {} : { base: ask.publicPath }),
    plugins: [...(await plugin(ask)), ...banner(ask)],
    ...(environments === undefined ? {} : { environments, builder: {} }),
    build: {
      outDir: ask.output,
      emptyOutDir: false,
      ...(ask.isServer ? { ssr: entry } : {}),
      ...maps(ask),
      ...(ask.kind === 'watch' ? { watch: {} } : {}),
    },
  };
  if (ask.kind === 'serve') {
    const server = await createServer({ ...config, server: { port: 0, host: '127.0.0.1', ws: false } });
    await server.listen();
    const answer = await fetch(`${server.resolvedUrls.local[0]}src/main.ts`);
    await answer.text();
    await server.close();
  } else if (environments !== undefined) {
    await (await createBuilder(config)).buildApp();
  } else {
    const built = await build(config);
    if (ask.kind === 'watch') await watchOnce(built);
  }
}

async function rollup(ask) {
  const { rollup: start, watch } = await import('rollup');
  const input = {
    input: path.join(ask.root, entry),
    plugins: [...(await plugin(ask)), compile, styles, ...banner(ask)],
  };
  const output = (dir, format) => ({
    dir,
    format,
    entryFileNames: hashed,
    chunkFileNames: hashed,
    ...maps(ask),
  });
  const outputs =
    ask.kind === 'outputs'
      ? [output(path.join(ask.output, 'es'), 'es'), output(path.join(ask.output, 'cjs'), 'cjs')]
      : [output(ask.output, 'es')];
  if (ask.kind === 'watch') return watchOnce(watch({ ...input, output: outputs }));
  const bundle = await start(input);
  try {
    for (const one of outputs) await bundle.write(one);
  } finally {
    await bundle.close();
  }
}

async function rolldown(ask) {
  const { rolldown: start, watch } = await import('rolldown');
  const input = {
    cwd: ask.root,
    input: entry,
    plugins: [...(await plugin(ask)), styles, ...banner(ask)],
    ...(ask.isServer ? { platform: 'node' } : {}),
  };
  const output = {
    dir: ask.output,
    entryFileNames: hashed,
    chunkFileNames: hashed,
    minify: true,
    ...maps(ask),
  };
  if (ask.kind === 'watch') return watchOnce(watch({ ...input, output }));
  const bundle = await start(input);
  try {
    await bundle.write(output);
  } finally {
    await bundle.close();
  }
}

const packed = async (ask, { BannerPlugin }, rules, extra = {}) => ({
  mode: ask.mode ?? 'production',
  context: ask.root,
  entry: { main: `./${entry}` },
  output: {
    path: ask.output,
    filename: '[name]-[contenthash:8].js',
    chunkFilename: '[name]-[contenthash:8].js',
    ...(ask.publicPath === undefined ? {} : { publicPath: ask.publicPath }),
  },
  ...(ask.maps === undefined
    ? {}
    : { devtool: ask.maps === false ? false : ask.maps === 'hidden' ? 'hidden-source-map' : 'source-map' }),
  ...(ask.isServer ? { target: 'node' } : {}),
  ...(ask.realContentHash === undefined ? {} : { optimization: { realContentHash: ask.realContentHash } }),
  module: { rules },
  plugins: [
    ...(await plugin(ask)),
    ...(ask.banner === undefined ? [] : [new BannerPlugin({ banner: ask.banner, raw: true, include: /\.js$/ })]),
  ],
  ...extra,
});

async function compileOnce(ask, create, config) {
  const compiler =
    ask.kind === 'compilers'
      ? create([
          { ...config, name: 'one', output: { ...config.output, path: path.join(ask.output, 'one') } },
          { ...config, name: 'two', output: { ...config.output, path: path.join(ask.output, 'two') } },
        ])
      : create(config);
  const stats = await new Promise((resolve, reject) => {
    const done = (error, result) => (error ? reject(error) : resolve(result));
    if (ask.kind === 'watch') compiler.watch({}, done);
    else compiler.run(done);
  }).finally(() => new Promise((resolve) => compiler.close(resolve)));
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
}

async function webpack(ask) {
  const { default: create } = await import('webpack');
  const loader = {
    loader: fileURLToPath(import.meta.resolve('swc-loader')),
    options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
  };
  const config = await packed(ask, create, [{ test: /\.ts$/, use: loader }], {
    experiments: { css: true },
  });
  await compileOnce(ask, create, config);
}

async function rspack(ask) {
  const { rspack: create } = await import('@rspack/core');
  const options = { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } };
  const rules = [
    { test: /\.ts$/, loader: 'builtin:swc-loader', options, type: 'javascript/auto' },
    { test: /\.css$/, type: 'css/auto' },
  ];
  await compileOnce(ask, create, await packed(ask, create, rules));
}

async function esbuildBuild(ask) {
  const config = {
    absWorkingDir: ask.root,
    entryPoints: [entry],
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    outdir: ask.output,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    logLevel: 'silent',
    plugins: await plugin(ask),
    ...(ask.publicPath === undefined ? {} : { publicPath: ask.publicPath }),
    ...(ask.maps === undefined ? {} : { sourcemap: ask.maps === 'hidden' ? 'external' : ask.maps }),
    ...(ask.isServer ? { platform: 'node' } : {}),
  };
  if (ask.kind === 'memory') {
    const { outputFiles } = await esbuild.build({ ...config, write: false });
    console.log(outputFiles.map((file) => path.basename(file.path)).join('\n'));
    return;
  }
  if (ask.kind !== 'watch') return void (await esbuild.build(config));
  let finish;
  const built = new Promise((resolve) => (finish = resolve));
  const tell = { name: 'tell', setup: ({ onEnd }) => onEnd(() => finish()) };
  const context = await esbuild.context({ ...config, plugins: [...config.plugins, tell] });
  await context.watch();
  await built;
  await context.dispose();
}

const bundlers = { vite, rollup, rolldown, webpack, rspack, esbuild: esbuildBuild };

const ask = JSON.parse(process.argv[2]);
try {
  await bundlers[ask.bundler](ask);
  console.log('BUILT');
} catch (error) {
  console.error(`FAILED ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
