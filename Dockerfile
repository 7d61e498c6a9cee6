# syntax=docker/dockerfile:1
# One image for every process of the product; the argument selects the process: docs/deployment.md.
# tools/deploy/rehearse-image.mjs performs the same steps without Docker.

FROM node:24.21.0-bookworm-slim AS node
WORKDIR /app
ENV NX_DAEMON=false

# Only the manifests, so that a source change does not reinstall every dependency.
FROM node AS manifests
WORKDIR /sources
COPY . .
RUN mkdir /manifests \
  && find . -name package.json -exec cp --parents -t /manifests {} + \
  && cp --parents -t /manifests package-lock.json .npmrc

FROM node AS build
COPY --from=manifests /manifests ./
RUN --mount=type=cache,target=/root/.npm npm ci
COPY . .
RUN npm run build

FROM node AS production
COPY --from=manifests /manifests ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --workspace=@switchback/all --workspace=@switchback/router
COPY deploy/image deploy/image
RUN --mount=type=bind,from=build,source=/app,target=/build \
  npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx --workspace=@switchback/all --workspace=@switchback/router \
  > sbom.cdx.json \
  && node deploy/image/assemble.mjs /build /app

# `docker build --target sbom -o . .` writes the image's bill of materials.
FROM scratch AS sbom
COPY --from=production /app/sbom.cdx.json /

FROM node AS base
# The package managers are needed to build an image, not to run one.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn-* \
  && install -d -o node -g node /data
ENV NODE_ENV=production \
  MALLOC_ARENA_MAX=2 \
  MALLOC_MMAP_THRESHOLD_=1048576 \
  MALLOC_TRIM_THRESHOLD_=2097152 \
  DATA_DIR=/data \
  LISTEN_HOST=0.0.0.0 \
  MANAGEMENT_HOST=0.0.0.0 \
  MANAGEMENT_PORT=8081
# Numeric, so that Kubernetes can verify that the user is not root.
USER 1000:1000
VOLUME /data
EXPOSE 8080 8081
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s --start-interval=1s --retries=3 \
  CMD ["node", "deploy/image/health.mjs"]
ENTRYPOINT ["node", "--enable-source-maps", "--max-semi-space-size=8", "--no-allocation-site-pretenuring", "--heap-growing-percent=60", "deploy/image/start.mjs"]
CMD ["all"]
ARG VERSION=0.1.0
ARG REVISION=unknown
ARG CREATED=unknown
LABEL org.opencontainers.image.title="Switchback" \
  org.opencontainers.image.description="The open home of scenic drives" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.created="${CREATED}"

# For processes that use external engines: without the embedded PostgreSQL and the router, which they never start.
FROM production AS separate
RUN node deploy/image/separate.mjs /app

FROM base AS processes
COPY --from=separate /app /app

# The whole product, which can also run in one process: the default stage of docker build.
FROM base AS image
COPY --from=production /app /app
