// Runs commands of the built program one after the other in one process, each as if it had been started alone: its arguments, its folder, its environment.
// What costs most of a short command, loading the program, is done once. Whoever needs a process, its signals or its standard input starts one.
import {pathToFileURL} from 'node:url';

const [, , main] = process.argv;
const ownEvents = ['unhandledRejection', 'uncaughtException'];
let said = {stdout: '', stderr: ''};
let count = 0;

// Each command listens to the end of its process.
process.setMaxListeners(0);
for (const name of ['stdout', 'stderr'])
  process[name].write = (text, encoding, done) => {
    said[name] += typeof text === 'string' ? text : Buffer.from(text).toString();
    (typeof encoding === 'function' ? encoding : done)?.();
    return true;
  };

process.on('disconnect', () => process.exit(0));
process.on('message', command => void run(command));

async function run({args, cwd, env}) {
  said = {stdout: '', stderr: ''};
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, main, ...args];
  process.exitCode = undefined;
  count += 1;
  let exitCode;
  try {
    // The query makes it another module, so that it starts anew; what it imports is loaded already.
    await import(`${pathToFileURL(main).href}?${String(count)}`);
    exitCode = process.exitCode ?? 0;
  } catch (problem) {
    exitCode = 3;
    said.stderr += String(problem?.stack ?? problem);
  }
  for (const name of ownEvents) process.removeAllListeners(name);
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
  process.chdir('/');
  process.exitCode = 0;
  process.send({exitCode, ...said});
}
