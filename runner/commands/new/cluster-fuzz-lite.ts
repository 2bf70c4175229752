// The project folder of ClusterFuzzLite for a fuzz target: what is built, on what, and how, in the three files that it reads.
// Source: ClusterFuzzLite, "Build integration"; OSS-Fuzz, "Integrating a JavaScript project".
import {overlayMessages} from '../../../model/peer.ts';

/** Gives the files by their names in the folder; `target` is the fuzz target as a path from the root of the repository. */
export function clusterFuzzLiteFiles(target: string): Readonly<Record<string, string>> {
  return {
    'project.yaml': `# Read by ClusterFuzzLite. Sanitizers find errors of native code; the oracle of the target finds wrong values.
language: javascript
fuzzing_engines: [libfuzzer]
sanitizers: [none]
`,
    Dockerfile: `# The image that builds the fuzz targets. Pin it by its digest once it works for you.
FROM gcr.io/oss-fuzz-base/base-builder-javascript
COPY . $SRC/project
WORKDIR $SRC/project
COPY .clusterfuzzlite/build.sh $SRC/build.sh
`,
    'build.sh': `#!/bin/bash -eu
# One fuzz target for each message, since a run of ClusterFuzzLite gives its targets no environment.
npm ci
npm install --no-save @jazzer.js/core
for message in ${overlayMessages.join(' ')}; do
  target="fuzz-$message.mjs"
  printf "process.env.MESSAGE = '%s';\nexport const {fuzz} = await import('./%s');\n" "$message" ${shellWord(target)} > "$target"
  compile_javascript_fuzzer . "$target" --sync --excludes touchstone
  # What touchstone fuzz keeps of this message is the corpus to begin with.
  if [ -d "corpus/$message" ]; then
    find "corpus/$message" -maxdepth 1 -type f -exec zip -jq "$OUT/fuzz-$message.mjs_seed_corpus.zip" {} +
  fi
done
`,
  };
}

function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
