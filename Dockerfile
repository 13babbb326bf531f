# Builds a release and puts it into an image of its own: docker build -t quincena .
FROM node:26-trixie-slim AS build
WORKDIR /source
# Without a history, the time of the release's files; pass the commit's: --build-arg SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
ARG SOURCE_DATE_EPOCH=0
COPY . .
RUN npm ci \
 && npm run build:release \
 && mkdir /release \
 && tar xzf dist/quincena-*.tar.gz --strip-components=1 -C /release

FROM node:26-trixie-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/quincena
RUN install -d -o node -g node -m 0700 /var/lib/quincena
COPY --from=build /release /opt/quincena
WORKDIR /opt/quincena
USER node
VOLUME /var/lib/quincena
EXPOSE 3000
# Only that the process runs: a database that is away is no reason to restart it. Proxies ask /readyz.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.js"]
