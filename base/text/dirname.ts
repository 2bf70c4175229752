// Gives the folder that a file stands in, as its path was written.

/** Gives `.` for a bare file name, and no slash at the end. */
export function folderOf(file: string): string {
  const folder = file.replace(/[^/\\]*$/, '');
  return folder === '' ? '.' : folder.replace(/(?<=.)[/\\]$/, '');
}
