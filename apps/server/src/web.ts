import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { messages } from '@quincena/domain/messages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './lib/access.ts'
import type { Deps } from './lib/deps.ts'
import { sendProblem } from './lib/problem.ts'

const dist = fileURLToPath(new URL('../../web/dist/', import.meta.url))

const contentSecurity = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** The page with the base path of this run put in. */
function readPage(basePath: string): string | undefined {
  const file = `${dist}index.html`
  if (!existsSync(file)) return undefined
  return readFileSync(file, 'utf8').replace(/<base href="[^"]*"\s*\/?>/, `<base href="${basePath}/">`)
}

/** Serves the built web app: hashed assets for a year, the page for every other path of the app. */
export async function serveWeb(app: App, deps: Deps) {
  const base = deps.env.base_path
  const page = readPage(base)
  if (page === undefined) return
  await app.register(async (files: App) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' }
    })
    await files.register(fastifyStatic, {
      root: dist,
      prefix: `${base}/`,
      index: false,
      wildcard: false,
      cacheControl: false,
      setHeaders(reply, path) {
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  })
  const sendPage = (_request: FastifyRequest, reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').header('content-security-policy', contentSecurity).send(page)
  if (base !== '') app.get('/', { config: { access: 'public' } }, (_request, reply) => reply.redirect(`${base}/`))
  app.get(`${base}/`, { config: { access: 'public' } }, sendPage)
  app.get(`${base}/*`, { config: { access: 'public' } }, (request, reply) => {
    const path = request.url.slice(base.length)
    if (path.startsWith('/api/') || path.startsWith('/assets/')) {
      return sendProblem(request, reply, { status: 404, code: 'route.not_found', detail: messages['route.not_found'] })
    }
    return sendPage(request, reply)
  })
}
