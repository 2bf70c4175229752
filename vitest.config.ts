// Tells vitest where our tests are: unit tests beside their file, whole-program tests in test/.
import {availableParallelism} from 'node:os';
import {defineConfig} from 'vitest/config';

export default defineConfig({
  test: {
    setupFiles: ['test/support/plain-environment.ts', 'test/support/end-of-file.ts', 'test/support/drawn-runs.ts'],
    // Files share the modules that they import, which are loaded once a worker.
    isolate: false,
    // Whole-program tests wait for the programs that they start, and those for what never comes: two workers would leave two cores idle at times.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    include: ['{base,model,runner,reports,reference-server,suites,scripts,test}/**/*.test.ts'],
  },
});
