import { testFramework } from './support/testFramework.js';

const src = {
  'src/index.js': `import('./cart.js').then(({ priceOf }) => console.log(priceOf({ count: -1 }), __SLUICE_RELEASE__));\n`,
  'src/cart.js': '',
};

testFramework({
  name: 'Rspack CLI 2.2.8',
  dependencies: { '@rspack/cli': '2.2.8', '@rspack/core': '2.3.2' },
  files: {
    ...src,
    'rspack.config.mjs': `import sluice from '@sluice/build-plugin/rspack';
export default { mode: 'production', entry: './src/index.js', plugins: [sluice()] };
`,
  },
  commands: ['rspack build'],
  documented: ['plugins: [sluice()]'],
  browser: { directory: 'dist' },
});

testFramework({
  name: 'Rsbuild 2.3.2',
  dependencies: { '@rsbuild/core': '2.3.2' },
  files: {
    ...src,
    'rsbuild.config.mjs': `import sluice from '@sluice/build-plugin/rspack';
export default { tools: { rspack: { plugins: [sluice()] } } };
`,
  },
  commands: ['rsbuild build'],
  documented: ['tools: { rspack: { plugins: [sluice()] } }'],
  browser: { directory: 'dist' },
});
