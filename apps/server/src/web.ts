import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
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

/** The files of the build, by their path below the base. */
function listFiles(): Set<string> {
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  return new Set(names.filter((name) => name !== 'index.html' && statSync(`${dist}${name}`).isFile()))
}

/** Hashed assets keep for a year; everything else is asked for again. */
function sendAsset(reply: FastifyReply, name: string) {
  const hashed = name.startsWith('assets/')
  return reply.sendFile(name, { cacheControl: true, maxAge: hashed ? '365d' : 0, immutable: hashed })
}

/** Serves the built web app: its files, and the page for every other path of the app. */
export async function serveWeb(app: App, deps: Deps) {
  const base = deps.env.base_path
  const page = readPage(base)
  if (page === undefined) return
  const files = listFiles()
  await app.register(fastifyStatic, { root: dist, serve: false })
  const sendPage = (reply: FastifyReply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', contentSecurity)
      .send(page)
  // A whole company may sit behind one address.
  const config = { access: 'public' as const, rateLimit: false as const }
  if (base !== '') app.get('/', { config }, (_request, reply) => reply.redirect(`${base}/`))
  app.get(`${base}/`, { config }, (_request, reply) => sendPage(reply))
  app.get(`${base}/*`, { config }, (request: FastifyRequest, reply) => {
    const name = new URL(request.url, 'http://localhost').pathname.slice(base.length + 1)
    if (files.has(name)) return sendAsset(reply, name)
    if (!name.startsWith('api/') && !name.startsWith('assets/')) return sendPage(reply)
    const detail = messages['route.not_found']
    return sendProblem(request, reply, { status: 404, code: 'route.not_found', detail })
  })
}
