import { testFramework } from './support/testFramework.js';

testFramework({
  name: 'React Router 8.4.0',
  dependencies: {
    '@react-router/dev': '8.4.0',
    '@react-router/node': '8.4.0',
    '@react-router/serve': '8.4.0',
    isbot: '5.2.3',
    react: '19.3.1',
    'react-dom': '19.3.1',
    'react-router': '8.4.0',
    vite: '8.3.8',
  },
  needsNewNode: true,
  files: {
    'vite.config.js': `import { reactRouter } from '@react-router/dev/vite';
import sluice from '@sluice/build-plugin/vite';
export default { plugins: [reactRouter(), sluice()] };
`,
    'app/root.jsx': `import { Outlet, Scripts } from 'react-router';
export default function Root() {
  return <html><body><Outlet /><Scripts /></body></html>;
}
`,
    'app/routes.js': `import { index } from '@react-router/dev/routes';
export default [index('routes/home.jsx')];
`,
    'app/routes/home.jsx': `import { priceOf } from '../cart.js';
export const loader = ({ request }) => priceOf({ price: 3, count: Number(new URL(request.url).searchParams.get('count') ?? 1) });
export default function Home({ loaderData }) {
  return <button onClick={() => priceOf({ price: 1, count: -1 })}>{loaderData} {__SLUICE_RELEASE__}</button>;
}
`,
    'app/cart.js': '',
  },
  commands: ['react-router build'],
  documented: ['plugins: [reactRouter(), sluice()]'],
  browser: { directory: 'build/client' },
  server: 'build/server',
});
