// Says in words why the system refused something about a file.
import {faultOfSystem} from '../../../base/text/system-fault.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'the right to do so is missing',
  EPERM: 'the right to do so is missing',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'a file of that name is in the way',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead in a circle',
  ENXIO: 'it is a socket or a device, not a regular file',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8 text',
};

/** Gives the reason. */
export function whyNot(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  return reason ?? faultOfSystem(error) ?? (error instanceof Error ? error.message : String(error));
}
