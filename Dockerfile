# Pin it by digest: --build-arg NODE_IMAGE=node:24-slim@sha256:...
ARG NODE_IMAGE=node:24-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
# The base image has Node: the `node` of the development dependencies needs its install script, which is left out.
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json build.ts ./
COPY src src
COPY jobs jobs
RUN node build.ts && npm prune --omit=dev --ignore-scripts

FROM ${NODE_IMAGE}
ENV NODE_ENV=production PAYRUN_HOME=/var/lib/payrun
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY bin bin
COPY samples samples
COPY LICENSE README.md CHANGELOG.md ./
RUN ln -s /app/bin/payrun /usr/local/bin/payrun && mkdir -p /var/lib/payrun /work && chown node:node /var/lib/payrun /work
USER node
VOLUME /var/lib/payrun
# Sheets and results: mount a folder here.
WORKDIR /work
# Of `payrun serve`, which listens on 4080.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:4080/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["payrun"]
CMD ["--help"]
