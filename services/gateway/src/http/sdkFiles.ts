import express, { type Handler } from 'express';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Seconds for which a browser asks nobody: a new version of the service is on every page within an hour. */
const KEPT_SECONDS = 3_600;

/** Where the build of `@sluice/client` puts the files of the script tag. */
const builtFiles = (): string => {
  const manifest = createRequire(import.meta.url).resolve('@sluice/client/package.json');
  return path.join(path.dirname(manifest), 'dist', 'sdk');
};

/** Serves the browser SDK: `sluice.js`, what it loads later, and `loader.js`. Any page may load them. */
export function sdkFiles(directory = builtFiles()): Handler {
  return express.static(directory, {
    index: false,
    redirect: false,
    setHeaders: (response) => {
      response.setHeader('cache-control', `public, max-age=${KEPT_SECONDS}`);
      response.setHeader('cross-origin-resource-policy', 'cross-origin');
      response.setHeader('x-content-type-options', 'nosniff');
    },
  });
}
