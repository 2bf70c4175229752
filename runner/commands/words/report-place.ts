// Says why a report may not be written to a place: nothing of the user's and nothing of another run is replaced by it.
import type {Machine} from '../../../model/machine.ts';
import {folderOf} from '../../../base/text/dirname.ts';

/** Gives the reason, or nothing where the file can be written; its folder is made. */
export function whyNoReport(path: string, {files}: Machine): {readonly why: string; readonly fix: string} | undefined {
  const folder = folderOf(path);
  const made = files.makeFolder(folder);
  const why = made.kind === 'failed' ? made.why : files.whyNotWritable(path);
  if (why !== undefined) return {why: `it cannot be written: ${why}`, fix: 'choose another file'};
  if (/\.jsonl$/i.test(path))
    return {why: 'files of that name are journals', fix: 'give the report a name of its own, e.g. report.html'};
  if (notReports.test(path) && files.exists(path))
    return {
      why: 'it is there already, and its name is not that of a report but of a suite, a settings file or a program',
      fix: 'choose another file, or remove that one first',
    };
  const holder = files.lockedBy(`${folder}/.lock`);
  return holder === undefined
    ? undefined
    : {
        why: `another command is writing into its folder (process ${String(holder)})`,
        fix: 'wait for it, or choose another folder',
      };
}

/** Names of files that touchstone reads and no report has. */
const notReports = /\.(?:ya?ml|[cm]?[jt]s|proto|pem|key|crt|ini|env|toml|lock)$/i;
