// Finds the browser that tests of pages use; without one they are skipped by name.
import {accessSync, constants} from 'node:fs';
import {delimiter, join} from 'node:path';

/** The path of Chromium or Chrome; undefined where none is installed. */
export const chromiumPath = ['chromium', 'chromium-browser', 'google-chrome']
  .flatMap(name => (process.env['PATH'] ?? '').split(delimiter).map(folder => join(folder, name)))
  .find(isExecutable);

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
