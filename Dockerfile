# The service for a PostgreSQL of your own (DATABASE_URL). The embedded one stays out: a container's data would go with it.
# Node of a line that still gets security fixes (22 and 24 until 2027 and 2028). A release names the image by its digest
# (`npm run release:image`).
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
ENV NPM_CONFIG_FUND=false NPM_CONFIG_AUDIT=false NPM_CONFIG_UPDATE_NOTIFIER=false
COPY package.json package-lock.json .npmrc ./
COPY service/package.json service/
COPY cli/package.json cli/
COPY cli/bin cli/bin

FROM manifests AS build
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY setup setup
COPY service service
COPY cli cli
RUN node setup/build.mjs

FROM manifests AS packages
RUN npm ci --ignore-scripts --omit=dev --omit=optional

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Deferred Payment Service" \
      org.opencontainers.image.description="A pay-later service that merchants run themselves" \
      org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /app
# Half of these threads may wait for names: webhook receivers whose name servers hang must not keep the others waiting.
ENV NODE_ENV=production MODE=live HOST=0.0.0.0 PORT=8080 DATA_DIR=/data UV_THREADPOOL_SIZE=64
COPY --from=packages /app/node_modules node_modules
COPY --from=packages /app/package.json ./
COPY --from=packages /app/service/package.json service/
COPY --from=packages /app/cli/package.json cli/
COPY --from=build /app/dist dist
COPY service/migrations service/migrations
COPY LICENSE ./
RUN printf '#!/bin/sh\nexec node /app/dist/cli/src/main.js "$@"\n' > /usr/local/bin/dps \
    && chmod 755 /usr/local/bin/dps \
    && mkdir -m 700 /data && chown 1000:1000 /data
# The user `node`, as a number: who refuses to run root (runAsNonRoot) cannot tell it by a name.
USER 1000:1000
EXPOSE 8080
# A sandbox (MODE=sandbox SANDBOX_PUBLIC=on) without ENCRYPTION_KEY makes it here; nothing else is ever written.
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--v8-pool-size=1", "--max-semi-space-size=32", "--heap-growing-percent=30", "--no-allocation-site-pretenuring", "dist/service/src/main.js"]
