# docker build -t tributary .                                one small process
# docker build -t tributary:chromium --target chromium .    with a browser and Lighthouse, for page/screenshot and measuring pages here
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# The image has a Node of its own: the one that the package `node` would fetch stays out.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build \
  && npm prune --omit=dev --ignore-scripts \
  && rm -rf node_modules/node node_modules/node-bin-* node_modules/node-linux-* node_modules/.bin/node

FROM node:24-bookworm-slim AS service
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/bin ./bin
COPY --from=build /app/dist ./dist
COPY --from=build /app/docs ./docs
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 9093 9094
HEALTHCHECK --interval=30s --timeout=3s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 9093}/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bin/tributary.mjs", "serve"]

FROM service AS chromium
USER root
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends chromium && rm -rf /var/lib/apt/lists/* \
  && npm install --prefix / --ignore-scripts --no-audit --no-fund lighthouse@13.5.0 && npm cache clean --force
USER node

# The last stage is what is built where no target is named.
FROM service
