import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type App, allow } from '../http/access.ts'

const { resolve } = createRequire(import.meta.url)

/** The files of the page: those of swagger-ui-dist, and the script that opens it. */
const files = {
  'swagger-ui-bundle.js': {
    type: 'text/javascript',
    path: resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  },
  'swagger-ui.css': { type: 'text/css', path: resolve('swagger-ui-dist/swagger-ui.css') },
  'api-docs.js': {
    type: 'text/javascript',
    path: fileURLToPath(new URL('../../assets/api-docs.js', import.meta.url)),
  },
} as const
const params = z.object({ file: z.enum(['swagger-ui-bundle.js', 'swagger-ui.css', 'api-docs.js']) })

/** Scripts and calls of this server only. Swagger UI writes styles into elements and draws small pictures from data. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const pageOf = (title: string, api: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="openapi" content="${api}/openapi.json">
<title>${title}</title>
<link rel="stylesheet" href="${api}/docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="${api}/docs/swagger-ui-bundle.js"></script>
<script src="${api}/docs/api-docs.js"></script>
</body>
</html>
`

/**
 * Serves `{BASE_PATH}/api/docs`: the OpenAPI document as a page with a search and calls to try. Its files come from this
 * server and belong to no screen of the apps.
 */
export function docsRoutes(app: App, api: string): void {
  const tags = ['process']
  app.get(`${api}/docs`, allow('public', { tags }), async (_request, reply) =>
    reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': pagePolicy })
      .type('text/html; charset=utf-8')
      .send(pageOf('Quincena: API', api)),
  )
  app.get(`${api}/docs/:file`, allow('public', { tags, params }), async (request, reply) => {
    const { type, path } = files[request.params.file]
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type(`${type}; charset=utf-8`)
      .send(readFileSync(path))
  })
}
