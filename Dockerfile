# syntax=docker/dockerfile:1
# The command line in a container, and the reference server in another one; docs/ci.md shows how both are used.
#   docker build --tag touchstone .
#   docker build --tag touchstone-reference --target reference .

FROM node:22-bookworm-slim AS build
WORKDIR /build
# Sources come before npm ci, because installing compiles them.
COPY . .
RUN npm ci --no-audit --no-fund && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

# Slim Debian and not Alpine: decoders under test that are programs mostly want glibc.
FROM node:22-bookworm-slim AS touchstone
ENV NODE_ENV=production
COPY --from=build /build/package.json /build/LICENSE /build/CHANGELOG.md /opt/touchstone/
COPY --from=build /build/node_modules /opt/touchstone/node_modules
COPY --from=build /build/dist /opt/touchstone/dist
COPY --from=build /build/proto /opt/touchstone/proto
COPY --from=build /build/suites /opt/touchstone/suites
COPY --from=build /build/fixtures /opt/touchstone/fixtures
COPY --from=build /build/docs /opt/touchstone/docs
RUN ln -s /opt/touchstone/dist/runner/main.js /usr/local/bin/touchstone \
  && chmod 755 /opt/touchstone/dist/runner/main.js \
  && install --directory --owner=node --group=node /work
# Reports go to the folder that is mounted here; nothing else is written.
WORKDIR /work
USER node
ENTRYPOINT ["touchstone"]
CMD ["--help"]

FROM touchstone AS reference
# Its password is given as REFERENCE_ADMIN_PASSWORD when it is started; without one it draws one and says so in its log.
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=3s --start-period=5s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/api/v1/version').then(({ok}) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/opt/touchstone/dist/reference-server/main.js"]
CMD ["--port", "3000", "--host", "0.0.0.0"]

# The last stage is what a build without --target gives. A run is no service: its health is its exit code.
FROM touchstone
HEALTHCHECK --interval=30s --timeout=5s --retries=3 CMD ["touchstone", "--version"]
