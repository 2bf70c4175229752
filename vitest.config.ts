// Tells vitest where our tests are: unit tests beside their file, whole-program tests in test/.
import {defineConfig} from 'vitest/config';

export default defineConfig({
  test: {
    setupFiles: ['test/support/plain-environment.ts'],
    include: ['{base,model,runner,reports,reference-server,suites,test,scripts}/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
