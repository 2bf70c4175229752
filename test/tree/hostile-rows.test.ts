// Holds that each kind of hostile target, input and event has a test whose title begins with its number, or a reason why it has none.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {packageRoot} from '../support/in-process.ts';
import {execFileSync} from 'node:child_process';

const rows = `
HT-01 takes the request and never replies
HT-02 sends its head byte by byte
HT-03 sends a body without end
HT-04 announces or sends a gigabyte
HT-05 compresses a huge body into a small one
HT-06 encodes a body several times
HT-07 breaks off, spoils or misnames an encoding
HT-08 resets the connection inside a body
HT-09 ends the connection before the body is whole
HT-10 ends a body of HTTP/1.0 with the connection
HT-11 gives lengths that contradict each other
HT-12 writes headers as no RFC allows
HT-13 sends too many or too large headers
HT-14 sends informational replies without end
HT-15 uses status numbers that do not exist
HT-16 sends a body where none may be
HT-17 sends replies that no request asked for
HT-18 ends an idle connection as a request is sent
HT-19 replies before it read the request
HT-20 speaks another protocol
HT-21 redirects with credentials to another place
HT-22 redirects in a circle
HT-23 redirects to a file, or inside the network
HT-24 has an address in an odd notation
HT-25 has a name that cannot be looked up
HT-26 cannot be connected to
HT-27 has a certificate or TLS version that is not accepted
HT-28 is behind a proxy that only variables name
HT-29 sends bytes that are not UTF-8
HT-30 says one character set, transfer encoding or version and uses another
HT-31 nests a million levels
HT-32 uses names of the prototype as keys
HT-33 has a key twice
HT-34 sends numbers that a double cannot hold
HT-35 sends characters that turn text around or are not there
HT-36 sends a page where JSON is expected
HT-37 gives values with line breaks that end up in headers
HT-38 gives values that climb out of a path
HT-39 sets cookies that nothing asked for
HT-40 asks for a wait of years
HT-41 answers the same question in two ways
HT-42 floods the webhook receiver
HT-43 has a clock that is days off
YA-01 aliases that multiply
YA-02 a key twice
YA-03 a merge key
YA-04 a tag of its own
YA-05 numbers and words that YAML 1.1 read otherwise
YA-06 brackets without end
YA-07 a file of many megabytes
YA-08 a key named __proto__
YA-09 several documents, tabs, UTF-16
YA-10 a key that is misspelt
YA-11 no case, or a case that checks nothing
YA-12 a device, a pipe, a folder, a link that leads out
YA-13 files that need one another
YA-14 a pattern that takes exponential time elsewhere
YA-15 variables that need one another
YA-16 a variable of the environment that is not ours
YA-17 a command to run
YA-18 an id twice
YA-19 suites that are found in the results of a run
YA-20 numbers out of range
OV-01 announces a frame of 4 GiB
OV-02 cuts frames anywhere
OV-03 sends an empty frame
OV-04 a message that fits into no datagram
OV-05 floods with datagrams
OV-06 replies from elsewhere, late or twice
OV-07 an address that reaches many
OV-08 a port that is closed
OV-09 hangs
OV-10 dies
OV-11 fills its standard error
OV-12 writes other text between its answers
OV-13 leaves processes behind
OV-14 takes all memory
OV-15 closes its standard input
OV-16 answers under a wrong id
OV-17 answers with what is not an answer
OV-18 a module that loops, exits or changes its surroundings
OV-19 does not answer alike twice
OV-20 finds more inputs than a corpus may hold
OV-21 cannot be started
OV-22 sends something secret of its own
RN-01 is interrupted
RN-02 is interrupted twice
RN-03 is told to end by the system
RN-04 is killed
RN-05 leaves half a line
RN-06 has no room on the disk
RN-07 cannot write where it shall
RN-08 is not the only run on its target
RN-09 is not the only one in its folder
RN-10 left things behind
RN-11 cannot remove what it made
RN-12 sees the clock jump
RN-13 is suspended
RN-14 has a bug of its own
RN-15 has a reader that goes away
RN-16 has too few file descriptors
RN-17 judges 100,000 cases
RN-18 loses its target in the middle
RN-19 ends with the right exit code
RN-20 is pointed at a server that people use
RN-21 has a baseline that does not fit
RN-22 is compared with a run of other suites
RN-23 speaks another language in another time zone
RN-24 runs in another order, or in parts
RP-01 markup in what a target says
RP-02 escape sequences, and commands of build logs
RP-03 characters that XML does not have
RP-04 secrets, also encoded
RP-05 a secret that is too short to be taken out
RP-06 huge bodies
RP-07 differences of huge values
RP-08 names that are no file names
RP-09 values that a spreadsheet takes for formulas
RP-10 a run that is not complete
RP-11 a certificate that leaves something out
RP-12 the same run again
RP-13 names of the machine
`;

/** Rows that no test shows, each looked at by a person. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['YA-19', 'a run writes no YAML and no folder of suites into its results, so none can be found there'],
  ['OV-22', 'a peer is given no secret; what it sends is evidence, and goes through the redaction that RP-04 shows'],
  ['RN-17', 'bench/ measures it: memory that a test could hold differs from machine to machine'],
  ['RP-09', 'no report is a spreadsheet'],
]);

const ids = [...rows.matchAll(/^[A-Z]{2}-\d{2}(?= )/gm)].map(([id]) => id);

test('each hostile row has a test that begins with its number, or a reason', () => {
  const files = execFileSync('git', ['ls-files', '*.test.ts', '-co', '--exclude-standard'], {
    cwd: packageRoot,
    encoding: 'utf8',
  });
  const shown = new Set(
    files
      .split('\n')
      .filter(name => name !== '' && !import.meta.filename.endsWith(name))
      .flatMap(name => idsOf(readFileSync(join(packageRoot, name), 'utf8'))),
  );
  expect(ids.filter(id => !shown.has(id) && !reasons.has(id))).toEqual([]);
  // A reason that has become a test goes, and a number that no row has is a mistake.
  expect([...reasons.keys()].filter(id => shown.has(id))).toEqual([]);
  expect([...shown].filter(id => !ids.includes(id))).toEqual([]);
});

/** The numbers at the beginning of a text in quotes: `'HT-01 …'`, `'RN-23, RP-13 …'`. */
function idsOf(source: string): readonly string[] {
  return [...source.matchAll(/['"`]((?:(?:HT|YA|OV|RN|RP)-\d{2}(?:, )?)+)(?=[ :'"`])/g)].flatMap(([, found = '']) =>
    found.split(', ').filter(id => id !== ''),
  );
}
