import { testFramework } from './support/testFramework.js';

const VERSION = '22.2.0';
const PACKAGES = [
  'build',
  'cli',
  'common',
  'compiler',
  'compiler-cli',
  'core',
  'platform-browser',
  'platform-server',
  'router',
  'ssr',
];
const MAPS = '"sourceMap": { "scripts": true, "styles": false, "hidden": true }';
const BUILD = `ng build --define "__SLUICE_RELEASE__='$SLUICE_RELEASE'"`;
const AFTER_BUILD = [
  'sluice sourcemaps upload dist/browser',
  'sluice sourcemaps upload dist/server --url-prefix dist/server',
  'sluice sourcemaps clean dist',
];

testFramework({
  name: `Angular ${VERSION}`,
  dependencies: {
    ...Object.fromEntries(PACKAGES.map((name) => [`@angular/${name}`, VERSION])),
    rxjs: '7.8.2',
    tslib: '2.9.1',
    typescript: '6.0.3',
  },
  needsNewNode: true,
  files: {
    'angular.json': `{ "version": 1, "projects": { "shop": { "projectType": "application", "root": "", "sourceRoot": "src", "architect": { "build": {
  "builder": "@angular/build:application",
  "options": {
    "browser": "src/main.ts", "server": "src/main.server.ts", "ssr": { "entry": "src/server.ts" }, "outputMode": "server",
    "index": "src/index.html", "tsConfig": "tsconfig.json", "outputPath": "dist",
    ${MAPS}
  } } } } } }
`,
    'tsconfig.json': `{ "compilerOptions": { "target": "ES2022", "module": "preserve", "moduleResolution": "bundler", "skipLibCheck": true, "allowJs": true, "types": [] },
  "files": ["src/main.ts", "src/main.server.ts", "src/server.ts"] }
`,
    'src/index.html': '<!doctype html><html><head><base href="/"></head><body><app-root></app-root></body></html>\n',
    'src/cart.js': '',
    'src/app.ts': `import { Component } from '@angular/core';
import { priceOf } from './cart.js';
declare const __SLUICE_RELEASE__: string;
@Component({ selector: 'app-root', template: '<button (click)="fail()">{{ price }}</button>' })
export class App {
  price = priceOf({ price: 3, count: 1 }) + __SLUICE_RELEASE__;
  fail() { priceOf({ price: 1, count: -1 }); }
}
`,
    'src/main.ts': `import { bootstrapApplication } from '@angular/platform-browser';
import { App } from './app';
void bootstrapApplication(App);
`,
    'src/main.server.ts': `import { bootstrapApplication, type BootstrapContext } from '@angular/platform-browser';
import { provideServerRendering, RenderMode, withRoutes } from '@angular/ssr';
import { App } from './app';
const providers = [provideServerRendering(withRoutes([{ path: '**', renderMode: RenderMode.Server }]))];
export default (context: BootstrapContext) => bootstrapApplication(App, { providers }, context);
`,
    'src/server.ts': `import { AngularNodeAppEngine, createNodeRequestHandler, writeResponseToNodeResponse } from '@angular/ssr/node';
const engine = new AngularNodeAppEngine();
export const reqHandler = createNodeRequestHandler(async (request, response) => {
  const answer = await engine.handle(request);
  if (answer) await writeResponseToNodeResponse(answer, response);
  else response.writeHead(404).end();
});
`,
  },
  commands: [BUILD, ...AFTER_BUILD],
  documented: [MAPS, BUILD, ...AFTER_BUILD],
  browser: { directory: 'dist/browser' },
  server: 'dist/server',
});
